/** Console messages for a developer if broker or platform cannot be used, with the built files; and a broker on the site's own host. */

import { mkdtemp, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { type CustomerSite, createVisitor, expect, linesOf, talks, test } from './guest.ts';
import { closeAll, openSite, serve, startBroker, tag } from './site.ts';
import { freePort, type Stage } from './stage.ts';

test.afterEach(closeAll);

const ownLines = (lines: readonly string[]) => lines.filter(line => line.startsWith('[natter] '));

/** A page whose policy allows connections to these addresses only. */
function pageUnder(stage: Stage, { at, tag: ofSite }: CustomerSite, connect: string): string {
  return at((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.setHeader('content-security-policy', `script-src ${stage.demo}; connect-src ${connect}`);
    response.end(`<!doctype html><html lang="en"><title>A bank</title>${ofSite()}</html>`);
  });
}

async function openChat(page: Page, stage: Stage, address: string): Promise<readonly string[]> {
  const lines = linesOf(page);
  const visitor = createVisitor(page, stage);
  await page.goto(address);
  await visitor.open();
  return lines;
}

test('a policy that blocks the broker is named, with what to add and the doctor for this page', async ({
  page,
  site,
  stage,
}) => {
  const address = pageUnder(stage, site, stage.emulator);
  const lines = await openChat(page, stage, `${address}?order=secret#secret`);
  await expect
    .poll(() => ownLines(lines))
    .toEqual([
      `[natter] broker_unreachable: The page's Content-Security-Policy blocks ${site.broker}. Add ${site.broker} to its connect-src. Run: npx natter doctor ${address}`,
    ]);
});

test('a policy that blocks the sockets of the platform is named without the address of the socket', async ({
  page,
  site,
  stage,
}) => {
  const address = pageUnder(stage, site, `${site.broker} ${stage.emulator}`);
  const lines = await openChat(page, stage, address);
  const socket = stage.emulator.replace('http', 'ws');
  const words = `The page's Content-Security-Policy blocks ${socket}. Add ${socket} to its connect-src.`;
  await expect.poll(() => ownLines(lines).join('\n')).toContain(words);
  expect(ownLines(lines).join('\n')).not.toContain('access_token');
});

test('an origin that the broker does not allow is named in the line, with the broker', async ({ page, stage }) => {
  const address = await openSite(tag(stage, stage.broker));
  const lines = await openChat(page, stage, `${address}/shop?order=secret`);
  await expect
    .poll(() => ownLines(lines))
    .toEqual([
      expect.stringMatching(
        new RegExp(
          `^\\[natter\\] origin_not_allowed: ${stage.broker} does not allow ${address}\\. Add ${address} to NATTER_ALLOWED_ORIGINS.* Run: npx natter doctor ${address}/shop$`,
        ),
      ),
    ]);
});

test('the line about a page opened from a file says that it has no origin', async ({ page, stage }) => {
  const file = join(await mkdtemp(join(tmpdir(), 'natter-')), 'shop.html');
  await writeFile(file, `<!doctype html><html lang="en"><title>A shop</title>${tag(stage, stage.broker)}</html>`);
  const lines = await openChat(page, stage, pathToFileURL(file).href);
  await expect
    .poll(() => ownLines(lines).join('\n'))
    .toMatch(/\[natter\] (origin_not_allowed|broker_unreachable): .*no origin \(null\).*opened from a file/);
});

test('the short line is printed if the chunk with the long one cannot be fetched', async ({ page, stage }) => {
  await page.route('**/natter-hints-*', route => route.abort());
  const lines = await openChat(page, stage, await openSite(tag(stage, stage.broker)));
  await expect
    .poll(() => ownLines(lines))
    .toEqual([expect.stringMatching(/^\[natter\] origin_not_allowed: .*NATTER_ALLOWED_ORIGINS/)]);
});

test('the hints are not fetched without a problem', async ({ page, site, stage }) => {
  const fetched: string[] = [];
  page.on('request', request => fetched.push(request.url()));
  await page.goto(site.page({ head: site.tag() }));
  const visitor = createVisitor(page, stage);
  await visitor.open();
  await talks(visitor);
  expect(fetched.filter(url => url.includes('natter-app'))).toHaveLength(1);
  expect(fetched.filter(url => url.includes('natter-hints'))).toEqual([]);
});

/** Forwards a request to the broker, as a site's own server does. */
async function handOn(request: IncomingMessage, response: ServerResponse, address: string): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { origin = '', 'content-type': type = '' } = request.headers;
  const { method = 'GET' } = request;
  const body = method === 'POST' ? { body: Buffer.concat(chunks) } : {};
  const answer = await fetch(address, {
    method,
    headers: { ...(origin && { origin }), 'content-type': type },
    ...body,
  });
  response.writeHead(answer.status, { 'content-type': 'application/json' });
  response.end(Buffer.from(await answer.arrayBuffer()));
}

test('a path as the broker is on the page’s own site, and the conversation belongs to the full address', async ({
  page,
  stage,
}) => {
  const port = await freePort();
  const origin = await serve((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    if (pathname.startsWith('/api/chat')) {
      void handOn(request, response, `http://localhost:${port}${pathname.replace('/api/chat', '')}`);
      return;
    }
    const broker = searchParams.has('whole') ? `${origin}/api/chat/` : '/api/chat';
    response.setHeader('content-type', 'text/html');
    response.end(
      `<!doctype html><html lang="en"><title>A shop</title><base href="https://cdn.example.com/">${tag(stage, broker)}</html>`,
    );
  });
  await startBroker(stage, port, origin);
  const lines = linesOf(page);
  const visitor = createVisitor(page, stage);
  await page.goto(origin);
  await visitor.open();
  await talks(visitor, 'said by way of a path');
  await page.goto(`${origin}/?whole`);
  await expect(visitor.log.getByText('said by way of a path', { exact: true })).toBeVisible();
  expect(ownLines(lines)).toEqual([]);
});
