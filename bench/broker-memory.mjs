/**
 * Memory of the broker under requests from random addresses: `node --expose-gc bench/broker-memory.mjs [--requests 1000000]`, after
 * `npm run build`. Prints the heap after each tenth, also while it runs. A report, never a test.
 */

import { parseArgs } from 'node:util';
import { fromRoot, table } from './table.mjs';

const { values } = parseArgs({ options: { requests: { type: 'string', default: '1000000' } } });
const requests = Number(values.requests);
if (!Number.isSafeInteger(requests) || requests < 10 || !globalThis.gc) {
  console.error('Run it as node --expose-gc bench/broker-memory.mjs --requests 1000000, with at least 10 requests.');
  process.exit(2);
}

const { createBroker } = await import(fromRoot('dist/broker.js'));
const ORIGIN = 'https://shop.example.com';
const ANSWER = JSON.stringify({ access_token: 'x'.repeat(300), expires_in: 3600, token_type: 'Bearer' });
const broker = createBroker({
  platformUrl: 'https://messaging.example.com',
  connectorToken: 'token',
  host: 'localhost',
  allowedOrigins: [ORIGIN],
  ticketKeys: [{ kid: 'k1', key: 'A'.repeat(42).concat('E') }],
  fetch: async () => new Response(ANSWER, { headers: { 'content-type': 'application/json' } }),
  log: { info() {}, warn() {}, error() {} },
});

/** Half of the addresses are IPv4, half IPv6. */
function randomAddress() {
  const part = most => Math.floor(Math.random() * most);
  if (Math.random() < 0.5) return Array.from({ length: 4 }, () => 1 + part(254)).join('.');
  return `2001:db8:${Array.from({ length: 6 }, () => part(65_536).toString(16)).join(':')}`;
}

const statuses = new Map();
async function ask() {
  const headers = { origin: ORIGIN, 'content-type': 'application/json' };
  const request = new Request('https://chat.example.com/token', { method: 'POST', headers, body: '{}' });
  const { status } = await broker.fetch(request, { address: randomAddress() });
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
}

const rows = [];
const share = Math.floor(requests / 10);
for (let tenth = 1; tenth <= 10; tenth++) {
  for (let done = 0; done < share; done += 50)
    await Promise.all(Array.from({ length: Math.min(50, share - done) }, ask));
  globalThis.gc();
  const { heapUsed, rss } = process.memoryUsage();
  const row = {
    Requests: (tenth * share).toLocaleString('en-GB'),
    'Heap, MB': (heapUsed / 1e6).toFixed(1),
    'Process, MB': (rss / 1e6).toFixed(0),
  };
  rows.push(row);
  console.error(Object.values(row).join(' · '));
}
console.log(table(rows));
console.log([...statuses].map(([status, count]) => `${count} × ${status}`).join(', '));
process.exit(0);
