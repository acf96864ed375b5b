/** A press on "Start a new conversation" while tabs come and go, hang and sleep, and the network with them. A seed chooses the events. */

import { describe, expect, it } from 'vitest';
import { createDice, type Dice } from '../../sim/world/dice.ts';
import { type Browser, createBrowser, type Tab } from '../fixtures/fake-browser.ts';

const SEEDS = 150;
const OLD = 'Of the conversation before.';

type Act = (browser: Browser, tab: Tab, dice: Dice) => void;

const LET_GO: Act = (_, tab) => tab.page.go({ late: true, timersFirst: true });
const END: Act = (_, tab) => tab.chat.end();

/** Events in tabs other than the one with the press. */
const TO_OTHERS: readonly Act[] = [
  (_, tab) => tab.close(),
  (_, tab) => tab.die(),
  (_, tab) => tab.page.stop(),
  (_, tab) => tab.signal('frozen'),
];

/** Events in any tab, including the one with the press. */
const TO_ANY: readonly Act[] = [
  (browser, tab) => browser.platform.cut(tab.page),
  LET_GO,
  (_, tab) => tab.signal('resumed'),
  (_, tab) => tab.signal('hidden'),
  (_, tab) => tab.signal('visible'),
  END,
  (_, tab) => void tab.chat.send('said meanwhile'),
  (_, tab) => tab.chat.setDraft('half a wo'),
  browser => void browser.tab(),
  (browser, _, dice) => {
    browser.lagMs = dice.pick([3, 60, 700]);
  },
  (browser, tab) => {
    browser.online = !browser.online;
    tab.signal(browser.online ? 'online' : 'offline');
  },
];

async function press(seed: number): Promise<string> {
  const dice = createDice(seed);
  const browser = createBrowser({ storage: dice.pick([true, true, false, 'perTab']) });
  const tabs = [browser.tab()];
  tabs[0]?.chat.open();
  await browser.pass(1_000);
  for (let more = dice.between(0, 2); more > 0; more -= 1) {
    tabs.push(browser.tab());
    if (dice.chance(0.7)) await browser.pass(1_000);
  }
  browser.platform.say(OLD);
  await browser.pass(dice.pick([3_000, 300, 20]));
  const mine = dice.pick(tabs);
  const others = tabs.filter(each => each !== mine);
  const acts = Array.from({ length: dice.between(0, 7) }, () => {
    const act = dice.pick(others.length > 0 && dice.chance(0.5) ? TO_OTHERS : TO_ANY);
    return { at: dice.between(-2_000, 2_000), act, tab: TO_OTHERS.includes(act) ? dice.pick(others) : dice.pick(tabs) };
  }).sort((a, b) => a.at - b.at);
  const before = browser.platform.sessions.length;
  let now = -2_000;
  let told = '';
  for (const { at, act, tab } of [...acts, { at: 0, act: () => mine.chat.startNew(), tab: mine }].sort(
    (a, b) => a.at - b.at,
  )) {
    await browser.pass(at - now);
    now = at;
    told += ` ${at} ${act.toString().replace(/\s+/g, ' ')} @${tabs.indexOf(tab)}`;
    // Nobody can press in a page that hangs. And ending the new conversation leaves none to check.
    if (tab.page.stopped && act !== LET_GO) continue;
    if (!tab.page.gone && !(at > 0 && act === END)) act(browser, tab, dice);
  }
  browser.online = true;
  browser.lagMs = 3;
  for (const tab of tabs) {
    if (tab.page.gone) continue;
    tab.page.go({ late: true, timersFirst: true });
    tab.signal('resumed');
    tab.signal('online');
    tab.signal('visible');
  }
  await browser.pass(100_000);
  const isNew = browser.platform.sessions.length > before;
  const words = mine.chat.state.value.messages.findLastIndex(each => each.kind === 'message' && each.text === OLD);
  const divider = mine.chat.state.value.messages.findLastIndex(each => each.kind === 'mark' && each.mark === 'divider');
  return isNew && words <= divider
    ? ''
    : `seed ${seed} in ${tabs.indexOf(mine)} of ${tabs.length}: ${isNew} ${mine.role} ${mine.chat.connection.value.phase}:${told}`;
}

describe('a press that begins a new conversation', () => {
  it('[G24] a press that begins a new conversation has its effect, whatever happens to its tab and the others around it', async () => {
    const lost: string[] = [];
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const told = await press(seed);
      if (told) lost.push(told);
    }
    expect(lost).toEqual([]);
  }, 600_000);
});
