/**
 * A customer's site for a whole file of specs: any number of pages at one origin, and one broker that knows it. Broker and server stop with
 * the worker.
 */

import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { tag } from './site.ts';
import { test as base, createVisitor, expect, freePort, run, type Visitor } from './stage.ts';

export interface CustomerSite {
  readonly origin: string;
  readonly broker: string;
  /** The script tag of this site's broker. */
  tag(attributes?: string): string;
  /** Serves a response at a path of its own. Returns its address. */
  at(answer: RequestListener): string;
  /** A page of the shop. */
  page(parts: { readonly head?: string; readonly body?: string }): string;
}

export const test = base.extend<object, { site: CustomerSite }>({
  site: [
    async ({ stage }, use) => {
      const answers: RequestListener[] = [];
      const server = createServer((request, response) => {
        const answer = answers[Number(/^\/page-(\d+)/.exec(request.url ?? '')?.[1])];
        if (answer) answer(request, response);
        // Browsers ask for an icon on their own, and a missing one would stand in the console.
        else response.writeHead(204).end();
      });
      await new Promise<void>(resolve => void server.listen(0, 'localhost', () => resolve()));
      const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
      const port = await freePort();
      const env = {
        PORT: `${port}`,
        NATTER_PLATFORM_URL: stage.emulator,
        NATTER_CONNECTOR_TOKEN: 'demo-connector',
        NATTER_HOST: 'localhost',
        NATTER_ALLOWED_ORIGINS: origin,
        NATTER_TICKET_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64url')}`,
        NATTER_RATE_LIMIT: '1000',
      };
      const running = await run(['broker'], env, { up: /listening|ready/i });
      const broker = `http://localhost:${port}`;
      const site: CustomerSite = {
        origin,
        broker,
        tag: attributes => tag(stage, broker, attributes),
        at: answer => `${origin}/page-${answers.push(answer) - 1}`,
        page: ({ head = '', body = '' }) =>
          site.at((_, response) => {
            response.setHeader('content-type', 'text/html');
            response.end(
              `<!doctype html><html lang="en"><title>Customer</title>${head}<body><h1>A shop</h1>${body}</body></html>`,
            );
          }),
      };
      await use(site);
      server.closeAllConnections();
      server.close();
      await running.stop();
    },
    { scope: 'worker' },
  ],
});

export { expect };

/** Every line in the console of a page, and every uncaught error. */
export function linesOf(page: Page): string[] {
  const lines: string[] = [];
  page.on('console', message => lines.push(message.text()));
  page.on('pageerror', error => lines.push(`${error}`));
  return lines;
}

export { createVisitor };

/** Says something after the greeting, and waits for the agent's answer. */
export async function talks({ log, say }: Pick<Visitor, 'log' | 'say'>, words = 'still here'): Promise<void> {
  await expect(log).toContainText('Hello, I am Fern');
  await say(`echo ${words}`);
  await expect(log.getByText(words, { exact: true })).toBeVisible();
}
