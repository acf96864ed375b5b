/** Measures how fast the machine folds a history and a streamed reply, and how long it takes to save a conversation of streamed replies. */

import { createServer } from 'vite';
import { fromRoot } from './table.mjs';

const PIECES = 300;

export async function measureMachine() {
  const vite = await createServer({
    root: fromRoot('.'),
    configFile: false,
    logLevel: 'error',
    server: { middlewareMode: true },
  });
  try {
    const { foldEvents, emptyConversation } = await vite.ssrLoadModule('/src/session/transcript/event-log.ts');
    const { agentMessage, chunk } = await vite.ssrLoadModule('/test/session/fixtures/machine.ts');
    const replay = Array.from({ length: 10_000 }, (_, i) => agentMessage(i + 1, `line ${i}`));
    const frames = Array.from({ length: 100 }, (_, i) => replay.slice(i * 100, i * 100 + 100));
    const stream = Array.from({ length: 5_000 }, (_, i) => chunk(i + 1, 'm', i + 1, 'four'));
    const { writeTranscript } = await vite.ssrLoadModule('/src/session/state/snapshot.ts');
    const replies = Array.from({ length: 6_000 }, (_, i) => {
      const index = i % PIECES;
      return { ...chunk(i + 1, `r${i - index}`, index + 1, ' word', index + 1 === PIECES), id: crypto.randomUUID() };
    });
    const write = () => writeTranscript({ session: { id: 's', cursor: replies.length }, log: replies, past: [] });
    const lengths = [write(), JSON.stringify(replies)].map(text => text.length.toLocaleString('en'));
    const fold = batches => batches.reduce((so, events) => foldEvents(so, events).conversation, emptyConversation());
    return [
      row('10,000 messages replayed in 100 frames', 10_000, () => fold(frames)),
      row('the same, frames in reverse order', 10_000, () => fold(frames.toReversed())),
      row('one reply of 20,000 characters in 5,000 pieces', 5_000, () => fold(stream.map(each => [each]))),
      row(`20 replies of ${PIECES} pieces, written down: ${lengths.join(' characters in place of ')}`, 6_000, write),
    ];
  } finally {
    await vite.close();
  }
}

/** The median of five runs, after one to warm up. */
function row(What, events, run) {
  run();
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  }).sort((a, b) => a - b);
  const perSecond = Math.round(events / (times[2] / 1000));
  return { What, 'ms, median of 5': times[2].toFixed(1), 'events per second': perSecond.toLocaleString('en') };
}
