/** A resume ticket that was copied to another browser: the visitor resumes with it after a reload, and the thief begins anew. */

import type { Browser, Page } from '@playwright/test';
import { closeAll, siteWithBroker } from './site.ts';
import { createVisitor, expect, type Stage, test } from './stage.ts';

test.afterEach(closeAll);

/** Codes of the broker's answers to requests with a ticket, in order; `ok` for a token. */
function answersTo(page: Page): string[] {
  const codes: string[] = [];
  page.on('response', async response => {
    const request = response.request();
    if (request.method() !== 'POST' || !response.url().endsWith('/token')) return;
    if (!request.postData()?.includes('resume_ticket')) return;
    const body = await response.json();
    codes.push(body.error?.code ?? 'ok');
  });
  return codes;
}

interface Stored {
  readonly items: readonly (readonly [string, string])[];
  /** The texts in the database. Keys are objects that no script can read. */
  readonly texts: readonly (readonly [string, string])[];
}

function copyStorage(page: Page): Promise<Stored> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const store = (await done(indexedDB.open('natter'))).transaction('kept').objectStore('kept');
    const [names, values] = [done(store.getAllKeys()), done(store.getAll())];
    const [keys, all] = [await names, await values];
    const texts = keys
      .map((key, place) => [`${key}`, all[place]] as const)
      .filter(([, text]) => typeof text === 'string');
    return { items: Object.entries(localStorage) as [string, string][], texts: texts as [string, string][] };
  });
}

function pasteStorage(page: Page, stored: Stored): Promise<void> {
  return page.evaluate(async ({ items, texts }) => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('natter');
      request.onupgradeneeded = () => request.result.createObjectStore('kept');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const transaction = database.transaction('kept', 'readwrite');
    for (const [name, text] of texts) transaction.objectStore('kept').put(text, name);
    await new Promise<void>(resolve => {
      transaction.oncomplete = () => resolve();
    });
    database.close();
    for (const [name, text] of items) localStorage.setItem(name, text);
  }, stored);
}

async function openThief(browser: Browser, stage: Stage, site: string, stored: Stored) {
  const page = await (await browser.newContext()).newPage();
  await page.goto(site);
  await pasteStorage(page, stored);
  const codes = answersTo(page);
  await page.reload();
  return { page, codes, visitor: createVisitor(page, stage) };
}

test('a reload resumes with the key of the device, and a copy of all stored data starts a new conversation elsewhere', async ({
  visitor,
  stage,
  browser,
}) => {
  const site = await siteWithBroker(stage);
  const { page } = visitor;
  const codes = answersTo(page);
  await page.goto(site);
  await visitor.open();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  await visitor.say('my secret');
  await expect(visitor.log.getByText('my secret', { exact: true })).toBeVisible();
  const id = await visitor.sessionId();
  await expect.poll(async () => JSON.stringify(await copyStorage(page))).toContain(id);
  const stored = await copyStorage(page);

  await page.reload();
  await expect.poll(() => codes).toEqual(['ok']);
  await expect(visitor.log.getByText('my secret', { exact: true })).toBeVisible();
  expect(await visitor.sessionId()).toBe(id);

  const thief = await openThief(browser, stage, site, stored);
  await expect.poll(() => thief.codes).toEqual(['proof_refused']);
  await expect.poll(() => visitor.sessionId()).not.toBe(id);
  await expect(thief.visitor.log.getByText('New conversation', { exact: true })).toBeVisible();
  await thief.page.context().close();
});

test('with tickets in cookies a reload resumes, and no script of the page can read the ticket', async ({
  visitor,
  stage,
}) => {
  const site = await siteWithBroker(stage, { NATTER_TICKET: 'cookie' }, 'data-broker-cookies');
  const { page } = visitor;
  const codes = answersTo(page);
  await page.goto(site);
  await visitor.open();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  const id = await visitor.sessionId();
  await expect.poll(async () => JSON.stringify(await copyStorage(page))).toContain(id);
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name.startsWith('natter-'));
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  const seen = JSON.stringify([await copyStorage(page), await page.evaluate(() => document.cookie)]);
  expect(seen).not.toContain(cookie?.value);
  await page.reload();
  await expect.poll(() => codes).toEqual(['ok']);
  await expect(visitor.log).toContainText('Hello, I am Fern');
  expect(await visitor.sessionId()).toBe(id);
});

test('a ticket of a conversation that the visitor has ended is refused', async ({ visitor, stage }) => {
  const site = await siteWithBroker(stage);
  const { page } = visitor;
  const tickets: string[] = [];
  page.on('response', async response => {
    if (!response.url().endsWith('/token') || response.request().method() !== 'POST') return;
    tickets.push((await response.json()).resume_ticket);
  });
  await page.goto(site);
  await visitor.open();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  const revoked = page.waitForResponse(response => response.url().endsWith('/revoke'));
  await page.evaluate(() => (window as never as { Natter: { end(): void } }).Natter.end());
  const answer = await revoked;
  expect(answer.status()).toBe(200);
  const broker = new URL(answer.url()).origin;
  const refused = await fetch(`${broker}/token`, {
    method: 'POST',
    headers: { origin: new URL(site).origin },
    body: JSON.stringify({ resume_ticket: tickets[0] }),
  });
  expect([refused.status, (await refused.json()).error.code]).toEqual([400, 'ticket_revoked']);
});
