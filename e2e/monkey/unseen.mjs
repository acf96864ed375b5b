/**
 * Replies that come while every page is hidden: each tab must count them, exactly one title must announce them, and looking at them reads
 * them.
 */

import { look } from './page-eyes.mjs';

const PATIENCE_MS = 8_000;

/** Runs when everything is at rest and every page is visible. */
export async function checkUnseen(run) {
  const session = await run.current();
  const before = await looksOf(run);
  // Leaves out tabs whose chat nobody has opened yet.
  const part = place => before[place].phase === 'active' && !before[place].gate;
  if (!session || !before.some((_, place) => part(place))) return;
  const own = before.map(({ title }) => title);
  const [{ unread }] = before.filter((_, place) => part(place));
  const each = (seen, test) => seen.every((one, place) => !part(place) || test(one));
  const text = `Unseen ${run.seed}-${run.step}.`;

  await turnAll(run, true);
  const payload = { message_id: `unseen-${run.seed}-${run.step}`, text };
  await run.site.control(`sessions/${session.id}/events`, { type: 'EVENT_TYPE_AGENT_MESSAGE', payload });
  await until(run, `the hidden pages do not count "${text}"`, seen =>
    each(seen, one => one.messages.some(message => message.text === text) && one.unread === unread + 1),
  );
  await until(run, 'no title, or more than one, tells of it', seen => seen.filter(isTold).length === 1);

  await turnAll(run, false);
  const reads = (one, place) => part(place) && one.open && one.inView;
  await until(run, 'seen, it is not read, or not seen, it is', seen =>
    each(seen, one => (one.unread === 0) === seen.some(reads)),
  );
  await until(run, 'titles stay', seen => seen.every(({ title }, place) => title === own[place]));
}

const isTold = ({ title }) => /^\(\d/.test(title);

const looksOf = run => Promise.all(run.tabs.map(tab => tab.page.evaluate(look)));

export const turnAll = (run, hidden) =>
  Promise.all(run.tabs.map(tab => tab.page.evaluate(to => window.monkeyTurn?.(to), hidden)));

async function until(run, otherwise, test) {
  const end = Date.now() + PATIENCE_MS;
  let seen = [];
  while (Date.now() < end) {
    seen = await looksOf(run);
    if (test(seen)) return;
    await run.tabs[0].page.waitForTimeout(50);
  }
  run.fail(
    otherwise,
    seen.map(({ title, open, inView, unread, badge, phase, messages }) => [
      { title, open, inView, unread, badge, phase },
      messages.at(-1)?.text,
    ]),
  );
}
