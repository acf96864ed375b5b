/**
 * A customer's page with the built widget, a broker and an emulator. The page is small, because Orca leaves things out when too much
 * happens at once.
 */

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { startBroker } from '../../dist/broker.js';
import { startEmulator } from '../../dist/emulator.js';

const DIST = join(import.meta.dirname, '../../dist');

/** Simulates going offline: each browser would need a different command for it. */
const HOOK = `<script>
new EventSource('/network').onmessage = ({ data }) => {
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: data === 'online' });
  dispatchEvent(new Event(data));
};
</script>`;

/** Each setting in the address becomes an attribute of the tag. */
const pageOf = (
  broker,
  settings,
) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Harbour &amp; Pine</title>
<main><h1>Harbour &amp; Pine</h1><p>Furniture made to be repaired.</p><p><a href="#imprint">Imprint</a></p></main>
<script async src="/natter.js" data-broker="${broker}" data-title="Harbour &amp; Pine"${[...settings]
  .map(([name, value]) => ` data-${name}="${value}"`)
  .join('')}></script>${HOOK}</html>`;

export async function openSite() {
  const emulator = await startEmulator({ port: 0, logLevel: 'silent' });
  let broker;
  const pages = new Set();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    if (/^\/natter[\w.-]*\.js$/.test(pathname)) {
      response.setHeader('content-type', 'text/javascript');
      response.end(readFileSync(join(DIST, pathname)));
      return;
    }
    if (pathname === '/network') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      pages.add(response);
      response.on('close', () => pages.delete(response));
      return;
    }
    response.setHeader('content-type', 'text/html');
    response.end(pageOf(broker.url, searchParams));
  });
  await new Promise(done => server.listen(0, 'localhost', done));
  const url = `http://localhost:${server.address().port}`;
  broker = await startBroker({
    port: 0,
    trustedProxies: 0,
    logLevel: 'silent',
    warnings: [],
    options: {
      platformUrl: emulator.url,
      connectorToken: 'demo-connector',
      host: 'localhost',
      allowedOrigins: [url],
      ticketKeys: [{ kid: 'k1', key: Buffer.alloc(32, 7).toString('base64url') }],
    },
  });
  return {
    url,
    network: now => {
      for (const page of pages) page.write(`data: ${now}\n\n`);
    },
    control: async (method, path, body) => {
      const response = await fetch(`${emulator.url}/_control/${path}`, {
        method,
        ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
      return text && JSON.parse(text);
    },
  };
}
