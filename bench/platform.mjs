/**
 * Measures the emulator with 100,000 conversations of ten turns, and the client. Each figure is a ratio to something simpler, measured in
 * turns with it in the same run.
 */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createServer } from 'vite';
import { fromRoot } from './table.mjs';

const CONVERSATIONS = 100_000;
const TURNS = 10;
const PAGE = 1_000;
const CALLS = 1_000;
const ROUNDS = 7;
const FIRST = Date.UTC(2026, 0, 5);
const WEEK_MS = 7 * 24 * 3_600_000;
const WEEK = { start_time: new Date(FIRST).toISOString(), end_time: new Date(FIRST + WEEK_MS).toISOString() };

export async function measurePlatform() {
  const vite = await createServer({
    root: fromRoot('.'),
    configFile: false,
    logLevel: 'error',
    server: { middlewareMode: true },
  });
  try {
    const parts = await loadParts(vite);
    const client = await measureClient(parts);
    const { rows, bytesEach } = await measureStore(parts);
    const memory = { What: 'Memory of a conversation', measured: `${(bytesEach / 1024).toFixed(1)} KB` };
    return [...rows, measureConcurrency(parts), client, { ...memory, beside: '', ratio: '', target: '', ' ': '' }];
  } finally {
    await vite.close();
  }
}

async function loadParts(vite) {
  const load = path => vite.ssrLoadModule(path);
  const { startEmulator } = await load('/src/emulator/node/server.ts');
  const { createPlatform } = await load('/src/platform/create-platform.ts');
  const { createRecords, newConversation } = await load('/src/emulator/store/records.ts');
  const { concurrencyHandlers } = await load('/src/emulator/concurrency/handlers.ts');
  const unlimited = { perSecond: 1e9, burst: 1e9 };
  const start = async () => {
    const emulator = await startEmulator({ port: 0, logLevel: 'error', httpRate: unlimited });
    const keys = { conversations: 'demo-conversations' };
    return { emulator, client: createPlatform({ baseUrl: emulator.url, keys, accountId: 'demo', projectId: 'shop' }) };
  };
  return { start, createRecords, newConversation, concurrency: concurrencyHandlers[0] };
}

/** Compares sequential calls of the client with the same calls by `fetch` alone. */
async function measureClient({ start }) {
  const { emulator, client } = await start();
  const url = `${emulator.url}/v3/demo/shop/conversations?limit=5`;
  const init = { headers: { 'x-api-key': 'demo-conversations' } };
  const acts = [() => client.conversations.page({ limit: 5 }), async () => (await fetch(url, init)).json()];
  const rounds = [];
  for (let round = 0; round <= ROUNDS; round += 1) rounds.push(await callInTurns(acts));
  const [calls, fetches] = acts.map((_, index) => median(rounds.slice(1).map(each => each[index])));
  await emulator.close();
  return ratioRow('1,000 calls of the client, to 1,000 of `fetch`', calls, fetches, 1.3);
}

/**
 * Returns the milliseconds of all calls of each kind. The kinds take turns call by call, so that a busy moment of the machine slows both.
 */
async function callInTurns(acts) {
  const sums = acts.map(() => 0);
  for (let count = 0; count < CALLS; count += 1) {
    for (const [index, act] of acts.entries()) {
      const start = performance.now();
      await act();
      sums[index] += performance.now() - start;
    }
  }
  return sums;
}

async function measureStore({ start }) {
  const { emulator, client } = await start();
  const bytesEach = fillStore(emulator.platform.control);
  const page = (query = {}) => client.conversations.page({ limit: PAGE, ...query });
  const cursor = await cursorOfLastPage(page);
  const query = { ...WEEK, query_type: 'transcript', query: `order ${CONVERSATIONS - 1} workshop` };
  const [last, first] = await inTurns(() => page({ cursor }), page);
  const [search, beside] = await inTurns(() => page(query), page);
  await emulator.close();
  return {
    bytesEach,
    rows: [
      ratioRow('Last page by cursor, to the first', last, first, 2),
      ratioRow('Transcript search over all, to a page', search, beside, 30),
    ],
  };
}

/** Returns the bytes of heap that each conversation takes. */
function fillStore(control) {
  const before = heapUsed();
  for (let from = 0; from < CONVERSATIONS; from += 10_000) {
    control.addConversations(Array.from({ length: 10_000 }, (_, index) => conversation(from + index)));
  }
  return (heapUsed() - before) / CONVERSATIONS;
}

/** Spreads the conversations evenly over the week; each lasts up to ten minutes. */
const startOf = number => FIRST + Math.floor((number * WEEK_MS) / CONVERSATIONS);
const secondsOf = number => 30 + ((number * 7_919) % 570);

const conversation = number => ({
  started_at: new Date(startOf(number)).toISOString(),
  duration_seconds: secondsOf(number),
  turns: Array.from({ length: TURNS }, (_, turn) => ({
    user_input: `Where is my order ${number}? I ask on day ${turn}.`,
    agent_response: `Your order ${number} left our workshop on day ${turn}, and it arrives within the week.`,
    latency: 0.5,
  })),
});

async function cursorOfLastPage(page) {
  let last = '';
  for (let { cursor } = await page(); cursor !== null; { cursor } = await page({ cursor })) last = cursor;
  return last;
}

function measureConcurrency({ createRecords, newConversation, concurrency }) {
  const records = createRecords();
  const all = Array.from({ length: CONVERSATIONS }, (_, number) => {
    const record = newConversation({
      id: `CONV-${number}`,
      projectId: 'PROJECT-shop',
      environment: 'live',
      startedAt: startOf(number),
      channel: 'CHAT',
    });
    record.endedAt = record.startedAt + secondsOf(number) * 1000;
    return record;
  });
  records.addAll(all);
  const call = { query: WEEK, project: { id: 'PROJECT-shop' }, dialect: 'service', at: FIRST + WEEK_MS };
  const week = () => concurrency.run({ records }, call).body.intervals.length;
  const scan = () => {
    let count = 0;
    for (const { startedAt, endedAt } of records.list) if (startedAt < FIRST + WEEK_MS && endedAt > FIRST) count += 1;
    return count;
  };
  // One call is too short to time: the mean of twenty is taken.
  const many = act => () => {
    for (let count = 0; count < 20; count += 1) if (act() === 0) throw new Error('Nothing was counted.');
  };
  const [weeks, scans] = inTurnsSync(many(week), many(scan));
  return ratioRow('A week of concurrency, to a scan in a bare loop', weeks / 20, scans / 20, 3);
}

// ---------------------------------------------------------------- measuring

/** Returns the medians of both in milliseconds. The first round warms up and does not count. */
async function inTurns(one, other) {
  const times = [[], []];
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [index, act] of [one, other].entries()) {
      const start = performance.now();
      await act();
      if (round > 0) times[index].push(performance.now() - start);
    }
  }
  return times.map(median);
}

function inTurnsSync(one, other) {
  const times = [[], []];
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [index, act] of [one, other].entries()) {
      const start = performance.now();
      act();
      if (round > 0) times[index].push(performance.now() - start);
    }
  }
  return times.map(median);
}

const median = values => values.sort((a, b) => a - b)[values.length >> 1];

function ratioRow(What, measured, beside, target) {
  const ratio = measured / beside;
  return {
    What,
    measured: milliseconds(measured),
    beside: milliseconds(beside),
    ratio: `${ratio.toFixed(2)}×`,
    target: `≤ ${target}×`,
    ' ': ratio <= target ? '✓' : '✗',
  };
}

const milliseconds = ms => `${ms < 10 ? ms.toFixed(1) : Math.round(ms).toLocaleString('en')} ms`;

function heapUsed() {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}
