/** A whole conversation on pages with the strictest possible policies: nothing is refused, and the console stays empty. */

import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { type CustomerSite, createVisitor, expect, linesOf, test } from './guest.ts';
import type { Stage, Visitor } from './stage.ts';

const SETTINGS = `data-phone="+44 1632 960 001" data-languages="en,de" data-sound="on" data-rating="on" data-color="#0b5d4d" data-title="Harbour &amp; Pine"`;

interface Policies {
  /** The policy's script-src; `nonce` is new with each load. */
  scripts(stage: Stage, nonce: string): string;
  styles(nonce: string): string;
  /** Leaves the `wss:` source out, as if `https:` stood for it. */
  readonly noSockets?: boolean;
}

const NONCES: Policies = {
  scripts: (_, nonce) => `'nonce-${nonce}' 'strict-dynamic'`,
  styles: nonce => `'nonce-${nonce}'`,
};

const HOSTS: Policies = { scripts: ({ demo }) => demo, styles: () => "'none'" };

/** A page that allows exactly what docs/EMBEDDING.md asks for. */
function strictPage(stage: Stage, { broker, at }: CustomerSite, { scripts, styles, noSockets }: Policies): string {
  return at((_, response) => {
    const nonce = randomBytes(16).toString('base64');
    const policy = [
      "default-src 'none'",
      `script-src ${scripts(stage, nonce)}`,
      `style-src ${styles(nonce)}`,
      `img-src ${stage.emulator}`,
      `connect-src ${broker} ${stage.emulator} ${noSockets ? '' : stage.emulator.replace('http', 'ws')}`,
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'",
      "require-trusted-types-for 'script'; trusted-types 'none'",
    ];
    response.setHeader('content-type', 'text/html');
    response.setHeader('content-security-policy', policy.join(';'));
    response.end(`<!doctype html><html lang="en"><title>A bank</title><h1>A bank</h1>
      <script nonce="${nonce}" async src="${stage.demo}/natter.js" data-broker="${broker}" data-nonce="${nonce}"
        data-avatar="${stage.emulator}/media/fern.svg" data-image-origins="${stage.emulator}" ${SETTINGS}></script>`);
  });
}

/** Collects everything that a policy refuses on this page, and everything in its console. */
async function watch(page: Page): Promise<() => Promise<readonly string[]>> {
  const lines = linesOf(page);
  await page.addInitScript(() => {
    const refused: string[] = [];
    Reflect.set(window, 'refused', refused);
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      refused.push(`${effectiveDirective} ${blockedURI}`),
    );
  });
  return async () => [...lines, ...(await page.evaluate(() => Reflect.get(window, 'refused') as string[]))];
}

const call = (page: Page, method: string, argument?: string) =>
  page.evaluate(
    ([name, given]) => {
      const natter = window.Natter as unknown as Record<string, (argument?: string) => void>;
      natter[name]?.(given);
    },
    [method, argument] as const,
  );

const RICH = `## Ways to pay
1. By card, **free of charge**
2. By [invoice](https://example.com/invoice), <b>within</b> ten days

| Method | Days |
|---|---|
| Card | 0 |

\`\`\`
total = 42
\`\`\``;

async function tell(visitor: Visitor, stage: Stage, type: string, payload: object): Promise<void> {
  await stage.control(`sessions/${await visitor.sessionId()}/events`, { type, payload });
}

async function lookAtPictures(visitor: Visitor, stage: Stage): Promise<void> {
  const { page, log, button } = visitor;
  await visitor.say('echo A *streamed* answer');
  await tell(visitor, stage, 'AGENT_MESSAGE', {
    message_id: 'rich',
    text: RICH,
    attachments: [
      {
        content_type: 'ATTACHMENT_CONTENT_TYPE_IMAGE',
        title: 'Our showroom',
        content_url: `${stage.emulator}/media/showroom.svg`,
      },
      {
        content_type: 'ATTACHMENT_CONTENT_TYPE_URL',
        title: 'Tern armchair',
        content_url: `${stage.emulator}/shop/tern-armchair`,
        preview_image_url: `${stage.emulator}/media/armchair.svg`,
      },
    ],
    chat_call_actions: [{ title: 'Call the shop', contact_number: '+442079460123' }],
  });
  await expect(log.locator('.bubble table')).toContainText('Card');
  const width = (image: Element) => (image as HTMLImageElement).naturalWidth;
  const opener = log.getByRole('button', { name: /Enlarge image/ });
  await expect.poll(() => opener.locator('img').evaluate(width)).toBeGreaterThan(0);
  await opener.click();
  await button('Close image').click();
  const face = page.locator('natter-chat [part=avatar] img').first();
  await expect.poll(() => face.evaluate(width)).toBeGreaterThan(0);
}

async function handOver(visitor: Visitor, stage: Stage): Promise<void> {
  await tell(visitor, stage, 'HANDOFF_ACCEPTED', { queue_name: 'Customer care' });
  await tell(visitor, stage, 'HANDOFF_QUEUE_STATUS', { queue_name: 'Customer care', position_in_queue: 3 });
  await expect(visitor.panel).toContainText("You're number 3 in line");
  await tell(visitor, stage, 'LIVE_AGENT_JOINED', {
    agent: { id: 'maya', name: 'Maya', avatar_url: `${stage.emulator}/media/maya.svg` },
  });
  await expect(visitor.panel).toContainText('Support team');
}

async function download({ page, button }: Visitor, item: string): Promise<string> {
  await button('More options').click();
  const coming = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: item }).click();
  return readFile(await (await coming).path(), 'utf8');
}

async function changeLanguage({ page, button, composer }: Visitor): Promise<void> {
  await button('More options').click();
  await page.getByRole('menuitem', { name: /Language/ }).click();
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
  await expect(page.getByRole('textbox', { name: 'Nachricht' })).toBeVisible();
  await call(page, 'setLocale', 'en');
  await expect(composer).toBeVisible();
}

/** Sends a reply to a hidden page, which announces it by sound and title. */
async function missOne(visitor: Visitor, stage: Stage): Promise<void> {
  const { page } = visitor;
  const title = await page.title();
  const turn = (state: 'hidden' | 'visible') =>
    page.evaluate(now => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now });
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => now === 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await turn('hidden');
  await tell(visitor, stage, 'AGENT_MESSAGE', { message_id: 'missed', text: 'Are you still there?' });
  await expect(page).toHaveTitle(/^\(\d+\) New message/);
  await turn('visible');
  await expect(page).toHaveTitle(title);
}

async function endAndRate({ page, button }: Visitor): Promise<void> {
  await button('More options').click();
  await page.getByRole('menuitem', { name: 'End conversation' }).click();
  await button('End conversation').click();
  await page.getByRole('radio', { name: '5 stars' }).check({ force: true });
  await button('Send rating').click();
  await expect(page.getByText('Thanks for your feedback.')).toBeVisible();
}

for (const [name, policies] of Object.entries({ 'nonces and strict-dynamic': NONCES, 'hosts alone': HOSTS })) {
  test(`a whole conversation under a policy of ${name}: nothing is refused, and the console is empty`, async ({
    page,
    site,
    stage,
  }) => {
    const seen = await watch(page);
    const visitor = createVisitor(page, stage);
    await page.goto(strictPage(stage, site, policies));
    await visitor.open();
    await expect(visitor.log).toContainText('Hello, I am Fern');
    await lookAtPictures(visitor, stage);
    expect(await download(visitor, 'Download transcript')).toContain('Hello, I am Fern');
    await changeLanguage(visitor);
    await missOne(visitor, stage);
    await handOver(visitor, stage);
    await call(page, 'prompt', 'One more question?');
    await call(page, 'setTheme', 'dark');
    await page.reload();
    // The language chosen in the menu is kept; the one that the page set before is not.
    await expect(page.getByRole('textbox', { name: 'Nachricht' })).toBeVisible();
    await call(page, 'setLocale', 'en');
    await expect(visitor.log).toContainText('Hello, I am Fern');
    await endAndRate(visitor);
    expect(await seen()).toEqual([]);
    // Proves that the policy is in force: the same page refuses markup from a string.
    await page.evaluate(() => {
      const markup = document.createElement('div');
      try {
        markup.innerHTML = '<b>markup</b>';
      } catch {}
    });
    // The browser reports the violation after it has refused.
    await expect.poll(seen).toContain('require-trusted-types-for trusted-types-sink');
  });
}

test('[K4] under a policy that omits the sockets, the visitor is told so, and how to reach the site', async ({
  page,
  site,
  stage,
}) => {
  const lines = linesOf(page);
  const visitor = createVisitor(page, stage);
  await page.goto(strictPage(stage, site, { ...HOSTS, noSockets: true }));
  await visitor.open();
  await expect(page.getByRole('link', { name: /960 001/ })).toBeVisible();
  await expect
    .poll(() => lines.filter(line => line.includes('[natter]')))
    .toEqual([expect.stringContaining('socket_refused'), expect.stringContaining('sockets_blocked')]);
});
