/** A long reply in Markdown that arrives four characters at a time, every 5 ms. */

import { checkRow, median, ratioRow, valueRow } from './figures.mjs';
import { END, reply } from './texts.mjs';
import { pause, visit } from './visit.mjs';

const EVERY_MS = 5;
/** Time for work that is put off until the end of a reply: it is part of the reply's cost. */
const AFTERMATH_MS = 300;

async function stream(bench, name, [length, count]) {
  const { pieces, passages, counts } = reply(length, count);
  const { page, busyMs, leave } = await visit(bench, name);
  await page.evaluate(() => window.probe.ready());
  await pause(500);
  const feed = ([pieces, everyMs, end]) => window.probe.stream(pieces, everyMs, end);
  const measured = await busyMs(async () => {
    const frames = await page.evaluate(feed, [pieces, EVERY_MS, END]);
    await pause(AFTERMATH_MS);
    return frames;
  });
  const inspect = ([kinds, passages]) => window.probe.inspect(kinds, passages);
  const seen = await page.evaluate(inspect, [Object.keys(counts), passages]);
  await leave();
  return {
    ...measured.result,
    busyMs: measured.busyMs,
    perCharacterUs: (measured.busyMs / length) * 1_000,
    seen,
    counts,
  };
}

const SHORT = [8_000, 2_000];
const LONG = [20_000, 5_000];

const subjects = size => ({
  floor: bench => stream(bench, 'floor', size),
  inline: bench => stream(bench, 'inline', size),
});

const of = (list, key) => list.map(each => each[key]);

/** Two checks that no cheap trick passes: the reply is rendered as Markdown, and nothing is missing. */
function checks(name, runs) {
  const marked = runs.flatMap(({ seen, counts }) =>
    Object.entries(counts).flatMap(([kind, wanted]) =>
      seen.counts[kind] >= wanted ? [] : [`${seen.counts[kind]} of ${wanted} <${kind}>`],
    ),
  );
  const missing = runs.flatMap(({ seen }) =>
    seen.missing.length === 0
      ? []
      : [`${seen.missing.length} passages missing, the first “${seen.missing[0].slice(0, 30)}”`],
  );
  return [checkRow(`${name}: rendered as Markdown`, marked), checkRow(`${name}: every word in its place`, missing)];
}

export const stream8k = {
  subjects: subjects(SHORT),
  rows({ stream8k: { floor, inline } }) {
    return [
      ratioRow('Reply of 8,000 characters: main thread busy', 'ms', of(inline, 'busyMs'), of(floor, 'busyMs'), 1.6),
      valueRow('… frames over 34 ms', '', of(inline, 'slow'), of(floor, 'slow'), 0),
      valueRow('… its end seen after', 'ms', of(inline, 'lagMs'), of(floor, 'lagMs'), 50),
      ...checks('…', inline),
    ];
  },
};

export const stream20k = {
  needs: ['stream8k'],
  subjects: subjects(LONG),
  rows({ stream8k: { inline: short }, stream20k: { floor, inline } }) {
    const growth = median(of(inline, 'perCharacterUs')) / median(of(short, 'perCharacterUs'));
    const cost = ratioRow('', 'µs', of(inline, 'perCharacterUs'), of(floor, 'perCharacterUs'), 0);
    return [
      {
        ...cost,
        What: 'Reply of 20,000: a character’s cost, to that of 8,000',
        Ratio: `${growth.toFixed(2)}×`,
        Target: '≤ 1.2×',
        '': growth <= 1.2 ? '✓' : '✗',
      },
      valueRow('… frames over 34 ms', '', of(inline, 'slow'), of(floor, 'slow'), 0),
      ...checks('…', inline),
    ];
  },
};
