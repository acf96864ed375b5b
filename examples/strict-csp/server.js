/** Serves a page under the strictest possible policy, with a new nonce for each response, and the script's files beside it. */

import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

const { PORT = '3000' } = process.env;
const BROKER = 'http://localhost:4000';
const PLATFORM = 'http://localhost:4100';

/** Everything that the chat needs. No browser lets https: stand for wss: in a policy, so the platform is listed twice. */
const policyWith = nonce =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'nonce-${nonce}'`,
    `img-src ${PLATFORM}`,
    `connect-src ${BROKER} ${PLATFORM} ${PLATFORM.replace('http', 'ws')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

const template = await readFile(new URL('index.html', import.meta.url), 'utf8');
const scripts = new URL('.', import.meta.resolve('natter/natter.js'));

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost');
  if (pathname === '/') {
    const nonce = randomBytes(16).toString('base64');
    response.setHeader('content-security-policy', policyWith(nonce));
    response.setHeader('content-type', 'text/html; charset=utf-8');
    return response.end(template.replaceAll('{nonce}', nonce).replaceAll('{broker}', BROKER));
  }
  if (!/^\/natter[\w-]*\.js$/.test(pathname)) return response.writeHead(pathname === '/favicon.ico' ? 204 : 404).end();
  try {
    const file = await readFile(fileURLToPath(new URL(`.${pathname}`, scripts)));
    response.setHeader('content-type', 'text/javascript').end(file);
  } catch {
    response.writeHead(404).end();
  }
});

server.listen(Number(PORT), 'localhost', () => console.log(`http://localhost:${server.address().port} ready`));
