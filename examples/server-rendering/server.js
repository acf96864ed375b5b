/** Renders the page for each request, and serves the files that Vite built for the browser beside it. */

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { render } from './dist/server/server-entry.js';

const { PORT = '3000' } = process.env;
const CLIENT = new URL('dist/client/', import.meta.url);
const TYPES = { '.js': 'text/javascript', '.css': 'text/css' };

const template = await readFile(new URL('index.html', CLIENT), 'utf8');

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost');
  if (!pathname.startsWith('/assets/')) {
    // A function, because `$` in a replacement string has a special meaning.
    const page = template.replace('<!--app-->', () => render());
    return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
  }
  try {
    const file = await readFile(new URL(`.${pathname}`, CLIENT));
    response.writeHead(200, { 'content-type': TYPES[extname(pathname)] ?? 'application/octet-stream' }).end(file);
  } catch {
    response.writeHead(404).end();
  }
});

server.listen(Number(PORT), 'localhost', () => console.log(`http://localhost:${server.address().port} ready`));
