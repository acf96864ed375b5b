/** Measures how soon a visitor can type, on a phone: a processor four times slower, nothing in the cache. */

import { given, ratioRow, valueRow } from './figures.mjs';
import { pause, visit } from './visit.mjs';

const SLOWDOWN = 4;
/** Time for the work that a page still does once it can be used. */
const AFTERMATH_MS = 2_000;

async function start(bench, name) {
  const { page, leave } = await visit(bench, name, { slowdown: SLOWDOWN });
  const look = () => Promise.all([window.probe.usable, window.probe.pressed]);
  const [usableMs, pressedMs] = await page.evaluate(look);
  const takenMs = name === 'blank' ? usableMs : await page.evaluate(() => window.probe.taken);
  await pause(AFTERMATH_MS);
  const blockedMs = await page.evaluate(() => window.probe.blockedMs());
  await leave();
  return { usableMs, pressedMs, takenMs, blockedMs };
}

export const startup = {
  /** A start is short, and one may take twice as long as the next. */
  times: 7,
  subjects: {
    blank: bench => start(bench, 'blank'),
    inline: bench => start(bench, 'inline'),
    launcher: bench => start(bench, 'launcher'),
  },
  rows({ startup: { blank, inline, launcher } }) {
    const of = (list, key) => list.map(each => each[key]);
    const floor = of(blank, 'usableMs');
    const opening = launcher.map(({ usableMs, pressedMs }) => usableMs - pressedMs);
    return [
      ratioRow(
        'Start to usable input, inline, a field of the page’s own first',
        'ms',
        of(inline, 'usableMs'),
        floor,
        1.2,
      ),
      given(valueRow('… until it is the chat’s composer', 'ms', of(inline, 'takenMs'), undefined, 0)),
      valueRow('… page blocked for', 'ms', of(inline, 'blockedMs'), of(blank, 'blockedMs'), 5),
      ratioRow('Start to usable input, launcher pressed at once', 'ms', of(launcher, 'usableMs'), floor, 1.2),
      valueRow('… page blocked for', 'ms', of(launcher, 'blockedMs'), of(blank, 'blockedMs'), 5),
      given(valueRow('… from the press to the composer', 'ms', opening, undefined, 0)),
    ];
  },
};
