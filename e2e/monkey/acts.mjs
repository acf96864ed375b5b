/** Acts of the monkey's visitors and of its weather. Each act takes the run and one of its tabs. */

import { findSpot } from './page-eyes.mjs';

const COMMANDS = [
  'long',
  'stream',
  'slow',
  'suggestions',
  'card',
  'image',
  'call',
  'end',
  'handoff',
  'handoff failed',
  'handoff timeout',
  'handoff client',
  'bye',
  'language de',
  'language ar',
  'language en',
  'help',
  'joke',
  'error high load',
  'error start',
  'error no response',
  'error session not found',
  'error connector',
  'error conversation',
  'error handoff',
  'error forward',
  'error session unavailable',
  'error handoff connect',
];

const BUTTONS = {
  launcher: '.launcher',
  close: '[part=close]',
  menu: '[part=menu-button]',
  menuItem: '[role=menuitem],[role=menuitemcheckbox],[role=menuitemradio]',
  question: '.question .button',
  ended: '.ended .button',
  startNew: '.ended .button.primary',
  stars: '.rating input, .rating label, .rating .star',
  banner: '.banner .button, .full-message.filling .button',
  notice: '.notice .button',
  delivery: '.delivery .button',
  suggestion: '.chip',
  copy: '.bubble button',
  jump: '.jump, [part=jump]',
  send: '.send',
  consent: '[part=consent] .button',
  anything: '.panel button, .panel a[role=menuitem], .launcher',
};

/** Presses like a hand: down, a moment, up. */
export async function press(
  run,
  tab,
  name,
  { double = false, pick = run.dice.fraction(), hold = run.dice.between(0, 120) } = {},
) {
  const spot = await tab.page.evaluate(findSpot, { selector: BUTTONS[name], pick });
  if (!spot || spot.covered) return false;
  const { mouse } = tab.page;
  if (spot.isChip) run.chosen.push(spot.words);
  // `Try again` may repeat the last message.
  if (spot.words === 'Try again') run.again += 1;
  if (/^(?:Retry|Discard)$/.test(spot.words)) await noteDelivery(run, tab, spot.words);
  if (/Privacy|Terms|See the|Call /.test(spot.words)) return false;
  await mouse.move(spot.x, spot.y);
  for (let count = 1; count <= (double ? 2 : 1); count += 1) {
    await mouse.down({ clickCount: count });
    if (hold) await tab.page.waitForTimeout(hold);
    await mouse.up({ clickCount: count });
  }
  return spot.words;
}

/** Notes that a retried message may come later than others, and that a discarded one need not come at all. */
async function noteDelivery(run, tab, words) {
  const { outbox } = await stateOf(tab);
  const failed = outbox.filter(each => each.status === 'failed').map(each => each.text);
  for (const each of run.sent) {
    if (!failed.includes(each.text)) continue;
    each.retried = true;
    if (words === 'Discard') each.maybe = true;
  }
}

export const stateOf = tab =>
  tab.page.evaluate(() => {
    const { outbox, draft, connection } = window.Natter.state;
    return { outbox: outbox.map(({ text, status }) => ({ text, status })), draft, phase: connection.phase };
  });

const fieldOf = tab =>
  tab.page.evaluate(
    () => document.querySelector('natter-chat')?.shadowRoot?.querySelector('textarea[part=input]')?.value ?? null,
  );

async function type(run, tab, text, how) {
  // Waits before writing in another tab: tabs share one draft, which takes a moment to arrive there.
  if (run.wrote && run.wrote !== tab) await tab.page.waitForTimeout(600);
  run.wrote = tab;
  const focused = await tab.page.evaluate(() => {
    const field = document.querySelector('natter-chat')?.shadowRoot?.querySelector('textarea[part=input]');
    if (!field?.checkVisibility()) return false;
    field.focus();
    field.select();
    return true;
  });
  if (!focused) return false;
  const { keyboard } = tab.page;
  if (run.dice.chance(0.3)) await keyboard.type(text, { delay: run.dice.between(0, 15) });
  else await keyboard.insertText(text);
  if (how === 'draft') return true;
  const before = await fieldOf(tab);
  if (!before?.includes(text)) return false;
  const entry = run.note(tab, before);
  if (how === 'button') await press(run, tab, 'send', { double: run.dice.chance(0.4) });
  else for (let count = how === 'twice' ? 2 : 1; count > 0; count -= 1) await keyboard.press('Enter');
  const after = await fieldOf(tab);
  if (after?.includes(text)) entry.maybe = true;
  return before;
}

const textOf = run => {
  const number = run.sent.length;
  return run.dice.chance(0.25)
    ? run.dice.pick(COMMANDS)
    : `echo ${run.seed}-${number} ${'word '.repeat(run.dice.between(0, 12))}`.trim();
};

/** The label of the button that was pressed last. */
const clicked = tab => tab.page.evaluate(() => window.monkeyClicks.at(-1));

/** Causes an error after which only a new conversation helps, and presses its button as soon as that appears. */
async function errorThenNew(run, tab) {
  if (!(await type(run, tab, run.dice.pick(['error connector', 'error handoff', 'error handoff connect']), 'enter')))
    return false;
  for (let tries = 0; tries < 100; tries += 1) {
    const key = await tab.page.evaluate(() => {
      const last = window.Natter?.state?.messages?.at(-1);
      return last?.kind === 'notice' && last.remedy === 'contact' ? last.key : null;
    });
    // Tries again after a miss: the button may move between finding and pressing it.
    if (
      key &&
      (await press(run, tab, 'notice', { pick: 0.999 })) &&
      (await clicked(tab)) === 'Start a new conversation'
    ) {
      run.left.push(key);
      return key;
    }
    await tab.page.waitForTimeout(20);
  }
  return false;
}

/** Ends the conversation, and presses the button for a new one as soon as it appears. */
async function endThenNew(run, tab) {
  await call(run.dice.pick(['end', 'open']))(run, tab);
  for (let tries = 0; tries < 60; tries += 1) {
    const words = await press(run, tab, 'startNew', { double: run.dice.chance(0.3) });
    if (words) return words;
    await tab.page.waitForTimeout(20);
  }
  return false;
}

const call =
  (name, ...args) =>
  (_, tab) =>
    tab.page.evaluate(([name, args]) => window.Natter?.[name]?.(...args), [name, args]);

export const ACTS = {
  send: [12, (run, tab) => type(run, tab, textOf(run), run.dice.pick(['enter', 'enter', 'button', 'twice']))],
  errorThenNew: [3, errorThenNew],
  endThenNew: [3, endThenNew],
  draft: [3, (run, tab) => type(run, tab, `draft ${run.step}`, 'draft')],
  hostSend: [
    3,
    async (run, tab) => {
      const text = `echo ${run.seed}-${run.sent.length} host`;
      run.note(tab, text).maybe = !(await tab.page.evaluate(() => Boolean(window.Natter?.state)));
      await call('send', text)(run, tab);
      return text;
    },
  ],
  launcher: [4, (run, tab) => press(run, tab, 'launcher', { double: run.dice.chance(0.3) })],
  close: [2, (run, tab) => press(run, tab, 'close')],
  escape: [2, (_, tab) => tab.page.keyboard.press('Escape')],
  tabKey: [2, (_, tab) => tab.page.keyboard.press('Tab')],
  enter: [1, (_, tab) => tab.page.keyboard.press('Enter')],
  open: [6, call('open')],
  toggle: [1, call('toggle')],
  menu: [3, (run, tab) => press(run, tab, 'menu')],
  menuItem: [3, (run, tab) => press(run, tab, 'menuItem')],
  endByMenu: [
    2,
    async (run, tab) => {
      await press(run, tab, 'menu');
      await press(run, tab, 'menuItem', { pick: 0.999 });
      return press(run, tab, 'question', { double: run.dice.chance(0.3) });
    },
  ],
  question: [1, (run, tab) => press(run, tab, 'question')],
  startNew: [4, (run, tab) => press(run, tab, 'startNew', { double: run.dice.chance(0.3) })],
  ended: [2, (run, tab) => press(run, tab, 'ended')],
  stars: [1, (run, tab) => press(run, tab, 'stars')],
  banner: [2, (run, tab) => press(run, tab, 'banner')],
  notice: [4, (run, tab) => press(run, tab, 'notice', { double: run.dice.chance(0.2) })],
  delivery: [3, (run, tab) => press(run, tab, 'delivery')],
  suggestion: [4, (run, tab) => press(run, tab, 'suggestion', { double: run.dice.chance(0.5) })],
  copy: [1, (run, tab) => press(run, tab, 'copy')],
  anything: [8, (run, tab) => press(run, tab, 'anything')],
  apiEnd: [1, call('end')],
  apiStartNew: [1, call('startNew')],
  consent: [1.5, (run, tab) => press(run, tab, 'consent', { pick: 0 })],
  locale: [1, (run, tab) => call('setLocale', run.dice.pick(['en', 'en-GB']))(run, tab)],
  theme: [1, (run, tab) => call('setTheme', run.dice.pick(['dark', 'light', 'auto']))(run, tab)],
  scroll: [
    2,
    async (run, tab) => {
      await tab.page.mouse.move(tab.page.viewportSize().width - 150, 350);
      await tab.page.mouse.wheel(0, run.dice.between(-600, 600));
    },
  ],
  resize: [
    1,
    (run, tab) =>
      tab.page.setViewportSize(
        run.dice.pick([
          { width: 390, height: 700 },
          { width: 1200, height: 800 },
        ]),
      ),
  ],
  reload: [
    3,
    async (run, tab) => {
      run.leaves();
      await tab.page.reload({ waitUntil: 'load' });
    },
  ],
  away: [
    1,
    async (run, tab) => {
      run.leaves();
      await tab.page.goto(`${run.site.url}gallery.html`, { waitUntil: 'commit' }).catch(() => {});
      await tab.page.waitForTimeout(run.dice.between(0, 400));
      await tab.page.goBack({ waitUntil: 'load' }).catch(() => {});
      if (!tab.page.url().startsWith(run.url)) await tab.page.goto(run.url);
    },
  ],
  offline: [2, (run, tab) => run.offline(tab, true)],
  online: [3, (run, tab) => run.offline(tab, false)],
  newTab: [2, run => run.newTab()],
  closeTab: [2, (run, tab) => run.closeTab(tab)],
  turn: [3, (_, tab) => tab.page.evaluate(() => window.monkeyTurn?.())],
  freeze: [1, (run, tab) => run.freeze(tab)],
  forget: [
    0.4,
    async (run, tab) => {
      run.forgets();
      await call('forget')(run, tab);
    },
  ],
  wait: [6, (run, tab) => tab.page.waitForTimeout(run.dice.between(50, 1_500))],
};

const times = dice => dice.between(1, 4);

/** Faults, with a weight for each kind. */
export const WEATHER = {
  drop: [4, async run => run.onCurrent('drop', run.dice.pick([{}, { code: 1001 }, { code: 1011 }, { code: 1012 }]))],
  expire: [1, run => run.onCurrent('expire')],
  end: [1, run => run.onCurrent('end')],
  lost: [
    3,
    run =>
      run.fault({ kind: 'drop-before-echo', on: run.dice.pick(['message', 'join', 'any']), times: times(run.dice) }),
  ],
  cut: [
    3,
    run =>
      run.fault({ kind: 'drop-after-process', on: run.dice.pick(['message', 'join', 'any']), times: times(run.dice) }),
  ],
  refuse: [
    2,
    run =>
      run.fault({ kind: 'refuse-handshake', status: run.dice.pick([401, 404, 429, 500, 503]), times: times(run.dice) }),
  ],
  http: [
    3,
    run =>
      run.fault({
        kind: 'http-status',
        path: run.dice.pick(['sessions', 'access-token']),
        status: run.dice.pick([400, 401, 403, 404, 429, 500, 503]),
        times: times(run.dice),
      }),
  ],
  slow: [2, run => run.fault({ kind: 'slow-history', ms: run.dice.between(100, 1500) })],
  twice: [2, run => run.fault({ kind: 'duplicate' })],
  shuffled: [2, run => run.fault({ kind: 'reorder-replay' })],
  truncated: [2, run => run.fault({ kind: 'truncate-stream', times: 1 })],
  garbage: [2, run => run.fault({ kind: 'garbage-frame', times: 5 })],
  delay: [2, run => run.fault({ kind: 'delay', ms: run.dice.between(50, 900) })],
  clientEvents: [2, run => run.fault({ kind: 'drop-client-events', rate: 0.4, times: 4 })],
  dropAfter: [2, run => run.fault({ kind: 'drop-after', events: run.dice.between(1, 12), times: times(run.dice) })],
  clock: [1, run => run.site.control('clock', { advanceMs: run.dice.pick([30_000, 5 * 60_000, 11 * 60_000]) })],
  clear: [4, run => run.site.clear()],
};

/** Draws a name from the table by the weights there. */
export function draw(dice, table) {
  let at = dice.fraction() * Object.values(table).reduce((sum, [weight]) => sum + weight, 0);
  for (const [name, [weight]] of Object.entries(table)) {
    at -= weight;
    if (at < 0) return name;
  }
  return Object.keys(table)[0];
}
