/** What comes over the wire, when, and what a visitor can do before all of it is there: loader, panel, and the engine behind it. */

import { brotliCompressSync } from 'node:zlib';
import type { Page, Request, Response } from '@playwright/test';
import { atRest } from './rest.ts';
import { expect, growingReply, messagesOf, type Stage, test, type Visitor } from './stage.ts';

const PANEL = /\/natter-panel-[\w-]+\.js/;
const ENGINE = /\/natter-engine-[\w-]+\.js/;

/** All that may come before the chat is open and takes words. */
const BUDGET_BYTES = 25_000;

/** Names of the widget's files in the order in which they are asked for. */
function requestsOf(page: Page): string[] {
  const names: string[] = [];
  page.on('request', (request: Request) => {
    const name = /\/natter(?:-(panel|engine))?[\w-]*\.js/.exec(request.url());
    if (name) names.push(name[1] ?? 'loader');
  });
  return names;
}

/** Holds the engine back until the answer is called. */
async function holdEngine(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>(resolve => {
    release = resolve;
  });
  await page.route(ENGINE, async route => {
    await held;
    await route.continue();
  });
  return release;
}

async function openOn(stage: Stage, visitor: Visitor, query = ''): Promise<void> {
  await visitor.page.goto(`${stage.demo}/${query}`);
  await visitor.open();
}

async function userMessages(stage: Stage, visitor: Visitor): Promise<unknown[]> {
  const { events } = await stage.session(await visitor.sessionId());
  return events.filter(event => event.type.endsWith('USER_MESSAGE')).map(event => event.payload.text);
}

/** What the browser has kept of how the conversation stands. */
function keptHead(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>(resolve => {
        const opening = indexedDB.open('natter');
        opening.onsuccess = () => {
          const reading = opening.result.transaction('kept').objectStore('kept').getAll();
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result.join());
          };
        };
      }),
  );
}

test('[W25] [W27] while the engine is held back the panel is open and takes words; then they go out by themselves, once', async ({
  page,
  stage,
  visitor,
}) => {
  const asked = requestsOf(page);
  const sessions = (await stage.sessions()).length;
  const release = await holdEngine(page);
  await openOn(stage, visitor);
  await expect(visitor.panel).toContainText('Connecting…');
  await expect(visitor.composer).toBeFocused();
  await page.keyboard.type('echo early bird');
  await page.keyboard.press('Enter');
  await page.keyboard.type('echo and the second');
  await page.keyboard.press('Enter');
  await page.keyboard.type('echo not yet');
  const own = visitor.log.locator('.user .bubble');
  await expect(own).toHaveText(['echo early bird', 'echo and the second']);
  await expect.poll(() => asked).toEqual(['loader', 'panel', 'engine']);
  expect(await stage.sessions()).toHaveLength(sessions);
  // Elements of before, to be found again: what is taken away and drawn anew does not have the mark.
  await own.evaluateAll(bubbles => {
    for (const bubble of bubbles) (bubble as HTMLElement).dataset.before = '';
  });

  release();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  await expect(visitor.log.getByText('and the second', { exact: true })).toBeVisible();
  expect(await userMessages(stage, visitor)).toEqual(['echo early bird', 'echo and the second']);
  await expect(visitor.log.locator('[data-before]')).toHaveText(['echo early bird', 'echo and the second']);
  await expect(visitor.composer).toHaveValue('echo not yet');
  await expect(visitor.composer).toBeFocused();
  await visitor.composer.press('Enter');
  await expect(visitor.log.getByText('not yet', { exact: true })).toBeVisible();
  const { events } = await stage.session(await visitor.sessionId());
  expect(messagesOf(events).filter(text => text === 'echo early bird')).toHaveLength(1);
  expect(visitor.warnings).toEqual([]);
});

test('[W28] the engine is blocked: words, one warning with its code, and Try again fetches it from another address', async ({
  page,
  stage,
  visitor,
}) => {
  const tried: string[] = [];
  await page.route(ENGINE, route => {
    tried.push(route.request().url());
    return tried.length > 2 ? route.continue() : route.abort();
  });
  await openOn(stage, visitor);
  await visitor.say('echo patience pays');
  const banner = visitor.panel.getByRole('alert');
  await expect(banner).toContainText("The chat couldn't be loaded.");
  await expect(banner).toContainText('load_failed');
  await expect(visitor.panel).toContainText("Will be sent when you're connected.");
  await visitor.composer.fill('half a thought');
  await visitor.button('Try again').click();
  await expect.poll(() => tried.length).toBe(2);
  await expect(banner).toContainText("The chat couldn't be loaded.");
  expect(visitor.warnings).toEqual(['load_failed']);
  await visitor.button('Try again').click();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  await expect(visitor.log.getByText('patience pays', { exact: true })).toBeVisible();
  await expect(banner).toBeHidden();
  await expect(visitor.composer).toHaveValue('half a thought');
  expect(new Set(tried).size).toBe(3);
  expect(await userMessages(stage, visitor)).toEqual(['echo patience pays']);
});

test('[W38] everything that comes before the chat is open and takes words fits into 25 KB of brotli', async ({
  page,
  stage,
  visitor,
}) => {
  const bodies: Promise<Buffer>[] = [];
  page.on('response', (response: Response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/natter') && !ENGINE.test(pathname)) bodies.push(response.body());
  });
  const release = await holdEngine(page);
  await openOn(stage, visitor);
  await visitor.composer.fill('Writable');
  await expect(visitor.button('Send')).toBeEnabled();
  const sizes = (await Promise.all(bodies)).map(body => brotliCompressSync(body).length);
  expect(sizes).toHaveLength(2);
  expect(sizes.reduce((sum, each) => sum + each, 0)).toBeLessThan(BUDGET_BYTES);
  release();
});

test('[W29] the panel alone comes when the pointer nears; the engine when the chat is opened', async ({
  page,
  stage,
  visitor,
}) => {
  const asked = requestsOf(page);
  await page.goto(stage.demo);
  const launcher = page.getByRole('button', { name: 'Open chat' });
  await expect(launcher).toBeVisible();
  expect(asked).toEqual(['loader']);
  const fetched = page.waitForResponse(PANEL);
  await launcher.hover();
  await fetched;
  // The widget has taken the launcher over: from now on it would show the badge.
  await expect(launcher).toHaveAttribute('part', 'launcher');
  expect(asked).toEqual(['loader', 'panel']);
  await visitor.open();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  expect(asked).toEqual(['loader', 'panel', 'engine']);
});

test('[U41] the first words come where their skeleton stood, before and behind the engine', async ({
  page,
  stage,
  visitor,
}) => {
  const release = await holdEngine(page);
  await openOn(stage, visitor);
  const top = (selector: string) =>
    visitor.log.locator(selector).evaluate(each => {
      const { y } = each.getBoundingClientRect();
      return Math.round(y - (each.closest('.items') as Element).getBoundingClientRect().y);
    });
  const skeleton = visitor.log.locator('.skeleton');
  await expect(skeleton).toBeVisible();
  // A panel that opens is smaller at first, with all that is in it.
  await atRest(page);
  const before = await top('.skeleton');
  release();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  await expect.poll(() => top('.agent .bubble')).toBe(before);
});

test('[U314] the shape of a greeting stays in sight when the connection is there, leaves when nobody greets, and dots come in its place without rising', async ({
  page,
  stage,
  visitor,
}) => {
  await stage.control('agent', { script: 'silent' });
  const known = new Set((await stage.sessions()).map(({ id }) => id));
  const release = await holdEngine(page);
  await openOn(stage, visitor);
  const shape = visitor.log.locator('.skeleton');
  await expect(shape).toBeVisible();
  await atRest(page);
  const looks = await visitor.panel.evaluateHandle(panel => {
    const kinds: string[] = [];
    const look = () => {
      const dots = panel.querySelector('[part=typing]');
      const isThere = panel.querySelector('.skeleton')?.checkVisibility({ visibilityProperty: true });
      const rises = dots?.getAnimations().some(each => (each as CSSAnimation).animationName === 'rise');
      const kind = `${panel.querySelector('[part=state]')?.textContent}: ${dots ? (rises ? 'rising' : 'dots') : isThere ? 'shape' : 'nothing'}`;
      if (kinds.at(-1) !== kind) kinds.push(kind);
      requestAnimationFrame(look);
    };
    look();
    return kinds;
  });
  const seen = () => looks.evaluate(kinds => kinds.map(kind => kind.replace(/\s*· .*:|[…\u2066-\u2069]/g, '')));
  release();
  const own = async () => (await stage.sessions()).find(each => !known.has(each.id) && each.joinsAsked > 0);
  await expect.poll(async () => (await own())?.sockets.length).toBe(1);
  const events = `sessions/${(await own())?.id}/events`;
  await stage.control(events, { type: 'SERVICE_AGENT_JOINED', payload: { agent_name: 'Fern', agent_avatar_url: '' } });
  await expect.poll(seen).toEqual(['Connecting: shape', 'Fern shape', 'Fern nothing']);
  await stage.control(events, { type: 'SERVICE_AGENT_THINKING' });
  await expect.poll(seen).toEqual(['Connecting: shape', 'Fern shape', 'Fern nothing', 'Fern dots']);
});

test('[U41] words come where the dots stood, at the beginning and later', async ({ stage, visitor }) => {
  const { log } = visitor;
  await stage.control('agent', { script: 'silent' });
  // Of the pages of before, one may have a socket yet.
  const known = new Set((await stage.sessions()).map(({ id }) => id));
  await openOn(stage, visitor);
  const own = async () => (await stage.sessions()).find(each => !known.has(each.id) && each.joinsAsked > 0);
  await expect.poll(async () => (await own())?.sockets.length).toBe(1);
  const events = `sessions/${(await own())?.id}/events`;
  await stage.control(events, { type: 'SERVICE_AGENT_JOINED', payload: { agent_name: 'Fern', agent_avatar_url: '' } });
  await expect(visitor.panel).toContainText('Fern · Software assistant');
  for (const text of ['The first words', 'More words']) {
    /** Every place at which the latest bubble stands from now on, in the transcript, with what is in it. */
    const places = await log.evaluateHandle(view => {
      const seen = new Set<string>();
      const bubbles = () => view.querySelectorAll<HTMLElement>('.agent .bubble');
      const before = bubbles().length;
      const look = () => {
        const last = [...bubbles()].slice(before).at(-1);
        // Not by rectangles, which move while a row comes in.
        let y = 0;
        for (let each = last; each && each !== view; each = each.offsetParent as HTMLElement) y += each.offsetTop;
        if (last) seen.add(`${last.querySelector('.dots') ? 'dots' : 'words'} at ${y}`);
        requestAnimationFrame(look);
      };
      look();
      return seen;
    });
    const seen = () => places.evaluate(all => [...all]);
    await stage.control(events, { type: 'SERVICE_AGENT_THINKING' });
    await expect.poll(seen).toHaveLength(1);
    const [dots = ''] = await seen();
    expect(dots).toContain('dots');
    const said = { message_id: text, text, attachments: [], response_suggestions: [] };
    await stage.control(events, { type: 'SERVICE_AGENT_MESSAGE', payload: said });
    await expect(log).toContainText(text);
    await expect.poll(seen).toEqual([dots, dots.replace('dots', 'words')]);
  }
});

test('[U41] the bubble of the dots stays for the words, and neither goes nor moves in between', async ({
  page,
  stage,
  visitor,
}) => {
  const { log } = visitor;
  await visitor.arrive();
  await atRest(page);
  const seen = await log.evaluateHandle(view => {
    const kinds: string[] = [];
    const look = () => {
      const row = [...view.querySelectorAll('.agent')].at(-1);
      const moves = row?.getAnimations().some(each => (each as CSSAnimation).animationName === 'rise');
      const kind = row?.querySelector('.dots') ? 'dots' : `words${moves ? ' that rise' : ''}`;
      if (kinds.at(-1) !== kind) kinds.push(kind);
      requestAnimationFrame(look);
    };
    look();
    return kinds;
  });
  const shown = () => seen.evaluate(kinds => kinds.join());
  const id = await visitor.sessionId();
  await stage.control(`sessions/${id}/events`, { type: 'SERVICE_AGENT_THINKING' });
  // Words that come sooner than a frame leave nothing to be seen of the dots.
  await expect.poll(shown).toBe('words,dots');
  const grow = growingReply(stage, id);
  await grow('Hello to ');
  await expect.poll(shown).toBe('words,dots,words');
  await grow('you, too.', true);
  await expect(log).toContainText('Hello to you, too.');
  await atRest(page);
  expect(await shown()).toBe('words,dots,words');
});

test('[W34] a conversation of a moment ago goes on after a reload without a click, as it was left', async ({
  page,
  stage,
  visitor,
}) => {
  await visitor.arrive();
  await visitor.say('echo remember me');
  await expect(visitor.log.getByText('remember me', { exact: true })).toBeVisible();
  await visitor.composer.fill('half a thought');
  await expect.poll(() => keptHead(page)).toContain('half a thought');
  await page.reload();
  await expect(visitor.panel).toBeVisible();
  await expect(visitor.composer).toHaveValue('half a thought');
  await expect(visitor.log.getByText('remember me', { exact: true })).toBeVisible();
  await visitor.say('echo still here');
  await expect(visitor.log.getByText('still here', { exact: true })).toBeVisible();
  expect(await userMessages(stage, visitor)).toEqual(['echo remember me', 'echo still here']);

  // Closed, it stays closed, and nothing opens for a moment either.
  await page.getByRole('button', { name: 'Close chat' }).click();
  await expect(visitor.panel).toBeHidden();
  await expect.poll(() => keptHead(page)).toContain('"panelOpen":false');
  const release = await holdEngine(page);
  const asked = requestsOf(page);
  await page.reload();
  await expect.poll(() => asked).toEqual(['loader', 'panel', 'engine']);
  await expect(visitor.panel).toBeHidden();
  release();
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible();
  await visitor.open();
  await expect(visitor.log.getByText('still here', { exact: true })).toBeVisible();
});

test('[W35] what is forgotten is not there after a reload, and the page is quiet again', async ({ page, visitor }) => {
  await visitor.arrive();
  await page.evaluate(() => (window as unknown as { Natter: { forget(): void } }).Natter.forget());
  await expect(visitor.panel).toBeHidden();
  await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0);
  const asked = requestsOf(page);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual(['loader']);
});
