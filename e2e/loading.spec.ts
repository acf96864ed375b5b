/** Loader and application on the wire: which file is fetched when, and what a visitor can do before everything is there. */

import type { Page, Request } from '@playwright/test';
import { atRest } from './rest.ts';
import { closeAll, siteWithBroker } from './site.ts';
import { expect, growingReply, messagesOf, type Stage, test, userMessages, type Visitor } from './stage.ts';

const APPLICATION = /\/natter-app-[\w-]+\.js/;

/** Names of the widget's files in the order in which they are requested. */
function requestsOf(page: Page): string[] {
  const names: string[] = [];
  page.on('request', (request: Request) => {
    const name = /\/natter(?:-(app))?[\w-]*\.js/.exec(request.url());
    if (name) names.push(name[1] ?? 'loader');
  });
  return names;
}

/** Holds the application back until the returned function is called. */
async function holdApplication(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>(resolve => {
    release = resolve;
  });
  await page.route(APPLICATION, async route => {
    await held;
    await route.continue();
  });
  return release;
}

async function openOn(stage: Stage, visitor: Visitor, query = ''): Promise<void> {
  await visitor.page.goto(`${stage.demo}/${query}`);
  await visitor.open();
}

/** The stored records of the conversation, as text. */
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

/** Within the frame of the launcher's press: sends two messages and leaves half a thought in the field. */
async function pressAndWrite(page: Page, field = 'textarea'): Promise<void> {
  await page.evaluate(selector => {
    const root = document.querySelector('natter-chat')?.shadowRoot as ShadowRoot;
    root.querySelector<HTMLButtonElement>('button.launcher')?.click();
    const text = root.querySelector(selector) as HTMLTextAreaElement;
    if (root.activeElement !== text) throw new Error('The field has no focus.');
    const write = (value: string) => {
      text.value = value;
      text.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    };
    const enter = () =>
      text.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, composed: true }));
    write('echo early bird');
    enter();
    write('echo and the second');
    enter();
    write('half a thought');
    text.setSelectionRange(5, 6);
    Object.assign(window, { painted: text });
  }, field);
}

test('press, type and send within one frame: the words are shown, sent once and in order, and the field stays the same element', async ({
  page,
  stage,
  visitor,
}) => {
  const release = await holdApplication(page);
  await page.goto(`${stage.demo}/`);
  await pressAndWrite(page);
  await expect(visitor.panel).toBeVisible();
  await expect(visitor.panel.locator('.bubble:not(.skeleton)')).toHaveText(['echo early bird', 'echo and the second']);
  await expect(visitor.composer).toBeFocused();
  release();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  await expect(visitor.log.getByText('and the second', { exact: true })).toBeVisible();
  expect(await userMessages(stage, await visitor.sessionId())).toEqual(['echo early bird', 'echo and the second']);
  await expect(visitor.composer).toHaveValue('half a thought');
  await expect(visitor.composer).toBeFocused();
  const kept = await visitor.composer.evaluate((text: HTMLTextAreaElement) => [
    text === (window as unknown as { painted: unknown }).painted,
    text.selectionStart,
    text.selectionEnd,
  ]);
  expect(kept).toEqual([true, 5, 6]);
  const { events } = await stage.session(await visitor.sessionId());
  expect(messagesOf(events).filter(text => text === 'echo early bird')).toHaveLength(1);
  expect(visitor.warnings).toEqual([]);
});

test('a composition of an input method continues when the application takes over', async ({ page, stage, visitor }) => {
  const release = await holdApplication(page);
  await page.goto(`${stage.demo}/`);
  await visitor.open();
  const input = await page.context().newCDPSession(page);
  await input.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 });
  const ends = await visitor.composer.evaluateHandle(text => {
    const told: string[] = [];
    text.addEventListener('compositionend', () => told.push('end'));
    return told;
  });
  release();
  await expect(visitor.button('More options')).toBeVisible();
  expect(await ends.jsonValue()).toEqual([]);
  await input.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
  await input.send('Input.insertText', { text: '日本' });
  await expect(visitor.composer).toHaveValue('日本');
});

test('offline at the press: the panel accepts words, names the problem, and sends them once when the network is back', async ({
  page,
  context,
  stage,
  visitor,
}) => {
  await page.goto(`${stage.demo}/`);
  await context.setOffline(true);
  await pressAndWrite(page);
  const trouble = visitor.panel.getByRole('alert');
  await expect(trouble).toContainText("The chat didn't load.");
  expect(visitor.warnings).toEqual(['load_failed']);
  await expect(visitor.composer).toHaveValue('half a thought');
  await context.setOffline(false);
  await expect(visitor.log.getByText('and the second', { exact: true })).toBeVisible();
  await expect(trouble).toHaveCount(0);
  await expect(visitor.composer).toHaveValue('half a thought');
  expect(await userMessages(stage, await visitor.sessionId())).toEqual(['echo early bird', 'echo and the second']);
});

test('the application fails, then loads: Try again fetches it from another URL, and nothing is lost', async ({
  page,
  stage,
  visitor,
}) => {
  const tried: string[] = [];
  await page.route(APPLICATION, route => {
    tried.push(route.request().url());
    return tried.length > 2 ? route.continue() : route.abort();
  });
  await page.goto(`${stage.demo}/`);
  await pressAndWrite(page);
  for (const count of [1, 2]) {
    await expect.poll(() => tried.length).toBe(count);
    await visitor.button('Try again').click();
  }
  await expect(visitor.log.getByText('and the second', { exact: true })).toBeVisible();
  await expect(visitor.composer).toHaveValue('half a thought');
  expect(visitor.warnings).toEqual(['load_failed']);
  expect(new Set(tried).size).toBe(3);
  expect(await userMessages(stage, await visitor.sessionId())).toEqual(['echo early bird', 'echo and the second']);
});

for (const [name, query, options] of [
  ['light', '', {}],
  ['dark', '', { colorScheme: 'dark' }],
  ['right to left', '?locale=ar', {}],
  ['on a phone', '', { viewport: { width: 390, height: 740 } }],
  ['at 400 % zoom', '', { viewport: { width: 320, height: 256 } }],
] as const) {
  test(`nothing jumps when the application takes over (${name})`, async ({ browser, stage }) => {
    await stage.control('agent', { script: 'silent' });
    const page = await browser.newPage({ reducedMotion: 'reduce', ...options });
    const release = await holdApplication(page);
    await page.goto(`${stage.demo}/${query}`);
    await page.locator('natter-chat button.launcher').click();
    await page.keyboard.type('echo Hello');
    await page.keyboard.press('Enter');
    await page.keyboard.type('and more');
    const look = () =>
      page.evaluate(() => {
        const root = document.querySelector('natter-chat')?.shadowRoot as ShadowRoot;
        const parts = [
          '.panel',
          '.header',
          '.avatar',
          '[part=close]',
          '.log',
          '.composer',
          '.field',
          'textarea',
          '.send',
          '.bubble:not(.skeleton)',
        ];
        return parts.map(part => {
          const element = root.querySelector(part) as HTMLElement;
          const { x, y, width, height } = element.getBoundingClientRect();
          const { color, backgroundColor, fontSize, fontWeight, borderRadius } = getComputedStyle(element);
          const box = [x, y, width, height].map(Math.round);
          return [part, ...box, color, backgroundColor, fontSize, fontWeight, borderRadius];
        });
      });
    const before = await look();
    release();
    await expect(page.locator('natter-chat [part=menu-button]')).toHaveCount(1);
    await atRest(page);
    const after = await look();
    // Zoomed in, so little of the transcript is visible that the line below a message moves it.
    const rest = name.includes('zoom') ? -1 : undefined;
    const places = (all: typeof before) => all.slice(0, rest).map(each => each.slice(0, 5).join(' '));
    expect(places(after)).toEqual(places(before));
    await page.close();
  });
}

test.afterEach(closeAll);

test('a panel whose application failed to load is usable with forced colours', async ({ browser, stage }) => {
  const page = await browser.newPage({ forcedColors: 'active' });
  await page.route(APPLICATION, route => route.abort());
  await page.goto(`${stage.demo}/`);
  const launcher = page.locator('natter-chat button.launcher');
  await launcher.click();
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toHaveCSS('text-decoration-line', 'underline');
  // Transparent borders become visible with forced colours.
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveCSS('border-top-width', '0px');
  const color = await launcher.evaluate(each => getComputedStyle(each).color);
  await expect(launcher.locator('svg')).toHaveCSS('color', color);
  await page.close();
});

test('the application is fetched when the pointer approaches, and sends no request', async ({
  page,
  stage,
  visitor,
}) => {
  const asked = requestsOf(page);
  // The demo's broker has the platform's state, which takes a file more.
  await page.goto(await siteWithBroker(stage));
  const launcher = page.getByRole('button', { name: 'Open chat' });
  await expect(launcher).toBeVisible();
  expect(asked).toEqual(['loader']);
  const fetched = page.waitForResponse(APPLICATION);
  await launcher.hover();
  await fetched;
  // The widget has taken the launcher over, and would show the badge from now on.
  await expect(launcher).toHaveAttribute('part', 'launcher');
  expect(asked).toEqual(['loader', 'app']);
  await visitor.open();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  expect(asked).toEqual(['loader', 'app']);
});

test('the placeholder for a greeting stays after connecting, disappears without a greeting, and dots replace it without an animation', async ({
  page,
  stage,
  visitor,
}) => {
  await stage.control('agent', { script: 'silent' });
  const known = new Set((await stage.sessions()).map(({ id }) => id));
  const release = await holdApplication(page);
  await openOn(stage, visitor);
  const shape = visitor.panel.locator('.skeleton');
  await expect(shape).toBeVisible();
  await atRest(page);
  const looks = await visitor.panel.evaluateHandle(panel => {
    const kinds: string[] = [];
    const look = () => {
      const dots = panel.querySelector('[part=typing]');
      const isThere = panel.querySelector('.skeleton')?.checkVisibility({ visibilityProperty: true });
      const rises = dots?.getAnimations().some(each => (each as CSSAnimation).animationName === 'rise');
      const kind = `${panel.querySelector('[part=state]')?.textContent}: ${dots ? (rises ? 'rising' : 'dots') : isThere ? 'shape' : 'nothing'}`;
      // The painted panel has no state line yet.
      if (!kind.startsWith('undefined') && kinds.at(-1) !== kind) kinds.push(kind);
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

test('words appear in the place of the dots, at the beginning and later', async ({ stage, visitor }) => {
  const { log } = visitor;
  await stage.control('agent', { script: 'silent' });
  // Sockets of earlier pages may still be open.
  const known = new Set((await stage.sessions()).map(({ id }) => id));
  await openOn(stage, visitor);
  const own = async () => (await stage.sessions()).find(each => !known.has(each.id) && each.joinsAsked > 0);
  await expect.poll(async () => (await own())?.sockets.length).toBe(1);
  const events = `sessions/${(await own())?.id}/events`;
  await stage.control(events, { type: 'SERVICE_AGENT_JOINED', payload: { agent_name: 'Fern', agent_avatar_url: '' } });
  await expect(visitor.panel).toContainText('Fern · AI assistant');
  for (const text of ['The first words', 'More words']) {
    /** Records every position of the newest bubble from now on, and whether it holds dots or words. */
    const places = await log.evaluateHandle(view => {
      const seen = new Set<string>();
      const bubbles = () => view.querySelectorAll<HTMLElement>('.agent .bubble');
      const before = bubbles().length;
      const look = () => {
        const last = [...bubbles()].slice(before).at(-1);
        // Adds up offsets instead of using rectangles, which move while a row rises in.
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

test('the bubble of the dots becomes that of the words, without disappearing or moving', async ({
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
  // Words that came within the same frame would leave no dots to see.
  await expect.poll(shown).toBe('words,dots');
  const grow = growingReply(stage, id);
  await grow('Hello to ');
  await expect.poll(shown).toBe('words,dots,words');
  await grow('you, too.', true);
  await expect(log).toContainText('Hello to you, too.');
  await atRest(page);
  expect(await shown()).toBe('words,dots,words');
});

test('a recent conversation continues after a reload without a click, as it was left', async ({
  page,
  stage,
  visitor,
}) => {
  await visitor.arrive();
  await visitor.say('echo remember me');
  await expect(visitor.log.getByText('remember me', { exact: true })).toBeVisible();
  await visitor.composer.fill('half a thought');
  await page.reload();
  await expect(visitor.panel).toBeVisible();
  await expect(visitor.composer).toHaveValue('half a thought');
  await expect(visitor.log.getByText('remember me', { exact: true })).toBeVisible();
  await visitor.say('echo still here');
  await expect(visitor.log.getByText('still here', { exact: true })).toBeVisible();
  expect(await userMessages(stage, await visitor.sessionId())).toEqual(['echo remember me', 'echo still here']);

  // A closed panel stays closed after a reload, and does not open for a moment either.
  await page.getByRole('button', { name: 'Close chat' }).click();
  await expect(visitor.panel).toBeHidden();
  await expect.poll(() => keptHead(page)).toContain('"panelOpen":false');
  const release = await holdApplication(page);
  const asked = requestsOf(page);
  await page.reload();
  await expect.poll(() => asked).toEqual(['loader', 'app']);
  await expect(visitor.panel).toBeHidden();
  release();
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible();
  await visitor.open();
  await expect(visitor.log.getByText('still here', { exact: true })).toBeVisible();
});

test('a deleted conversation is gone after a reload, and the page sends no requests', async ({ page, visitor }) => {
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
