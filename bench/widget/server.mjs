/** Serves the pages and the built files on this machine, without compression and cache: every visit is a first visit. */

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PAGES = fileURLToPath(new URL('pages/', import.meta.url));
const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript' };

export async function serve(dist) {
  const server = createServer(async ({ url }, response) => {
    const name = /^\/([\w.-]+)$/.exec(url)?.[1] ?? '';
    const folder = /^natter[\w.-]*\.js$/.test(name) ? dist : PAGES;
    try {
      const body = await (name.endsWith('.html') ? readPage(name) : readFile(join(folder, name)));
      response.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'text/plain', 'cache-control': 'no-store' });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://localhost:${server.address().port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * Reads a page and puts its style sheet into it. A separate file would slow the blank page and so flatter the pages that are compared with
 * it.
 */
async function readPage(name) {
  const [page, css] = await Promise.all([name, 'page.css'].map(each => readFile(join(PAGES, each), 'utf8')));
  return page.replace('<link rel="stylesheet" href="page.css">', `<style>${css}</style>`);
}
