/**
 * Measures a long history that comes in one frame: how soon it is shown, how much memory it takes, and how much one more message costs
 * after it.
 */

import { checkRow, given, median, ratioRow, valueRow } from './figures.mjs';
import { MARKER, marker, messages } from './texts.mjs';
import { pause, visit } from './visit.mjs';

const MORE = 5;
/** The number of newest messages that are drawn at once. */
const NEWEST = 200;
const PATIENCE_MS = 15_000;
const MEGABYTE = 2 ** 20;

async function fill(bench, name, count) {
  const { page, busyMs, heapBytes, leave } = await visit(bench, name);
  const append = async (first, many) => {
    const add = ([list, last]) => window.probe.append(list, last);
    return page.evaluate(add, [messages(first, many), marker(first + many - 1)]);
  };
  await page.evaluate(() => window.probe.ready());
  await pause(1_000);
  const empty = await heapBytes();
  const filled = await busyMs(() => append(0, count));
  const look = ([pattern, wanted, patienceMs]) => window.probe.allShown(new RegExp(pattern, 'g'), wanted, patienceMs);
  const seen = await page.evaluate(look, [MARKER, NEWEST, PATIENCE_MS]);
  await pause(500);
  const heap = (await heapBytes()) - empty;
  const more = [];
  for (let i = 0; i < MORE; i++) {
    const { busyMs: each } = await busyMs(() => append(count + i, 1));
    more.push(each);
    await pause(200);
  }
  await leave();
  return { shownMs: filled.result, busyMs: filled.busyMs, oneMoreMs: median(more), heapMb: heap / MEGABYTE, seen };
}

const subjects = count => ({
  floor: bench => fill(bench, 'floor', count),
  inline: bench => fill(bench, 'inline', count),
});

const of = (list, key) => list.map(each => each[key]);

function checks(runs) {
  const lost = runs.flatMap(({ seen }) => (seen.found >= NEWEST ? [] : [`${seen.found} of ${NEWEST}`]));
  const astray = runs.flatMap(({ seen }) => (seen.atEnd ? [] : ['no']));
  return [checkRow('… the newest 200 in the page', lost), checkRow('… the last one in sight', astray)];
}

/** Rows that are the same for every length. */
function weights({ floor, inline }) {
  return [
    given(ratioRow('… main thread busy until then', 'ms', of(inline, 'busyMs'), of(floor, 'busyMs'), 0)),
    valueRow('… one more', 'ms', of(inline, 'oneMoreMs'), of(floor, 'oneMoreMs'), 5),
    valueRow('… heap over an empty chat', 'MB', of(inline, 'heapMb'), of(floor, 'heapMb'), 2),
  ];
}

export const t1000 = {
  /** Times are rounded up to a frame of 16 ms, so one run is not enough. */
  times: 3,
  subjects: subjects(1_000),
  rows({ t1000: both }) {
    return [
      ratioRow('1,000 messages at once, shown after', 'ms', of(both.inline, 'shownMs'), of(both.floor, 'shownMs'), 1.5),
      ...weights(both),
      ...checks(both.inline),
    ];
  },
};

export const t5000 = {
  needs: ['t1000'],
  times: 2,
  subjects: subjects(5_000),
  rows({ t1000: { inline: few }, t5000: both }) {
    const growth = median(of(both.inline, 'shownMs')) / median(of(few, 'shownMs'));
    const shown = ratioRow('', 'ms', of(both.inline, 'shownMs'), of(both.floor, 'shownMs'), 0);
    return [
      {
        ...shown,
        What: '5,000 at once, to 1,000',
        Ratio: `${growth.toFixed(2)}×`,
        Target: '≤ 1.3×',
        '': growth <= 1.3 ? '✓' : '✗',
      },
      ...weights(both),
      ...checks(both.inline),
    ];
  },
};
