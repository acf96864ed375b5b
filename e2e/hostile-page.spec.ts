/** Pages that are hostile or very old: loud style sheets, patched builtins. The chat works on them and changes nothing of theirs. */

import type { Page } from '@playwright/test';
import { type CustomerSite, createVisitor, expect, linesOf, talks, test } from './guest.ts';
import { atRest, toEnd, turnWheel } from './rest.ts';
import { type Stage, selectedAt, type Visitor } from './stage.ts';

interface Surroundings {
  readonly head?: string;
  readonly body?: string;
  readonly attributes?: string;
  /** Changes the usual script tag. */
  readonly tag?: (usual: string) => string;
}

interface Guest {
  readonly page: Page;
  readonly site: CustomerSite;
  readonly stage: Stage;
}

/** Opens a page of a customer's, and collects everything in its console. */
async function goTo(
  { page, site, stage }: Guest,
  around: Surroundings,
): Promise<{ visitor: Visitor; lines: string[] }> {
  const { head = '', body = '', attributes = '', tag = (usual: string) => usual } = around;
  const lines = linesOf(page);
  await page.goto(site.page({ head, body: body + tag(site.tag(attributes)) }));
  return { visitor: createVisitor(page, stage), lines };
}

const style = (css: string): Surroundings => ({ head: `<style>${css}</style>` });

test.describe('loud style sheets', () => {
  /** Style sheets that match every element. `zoom` is the page's factor, by which everything on it grows. */
  const SHEETS: Record<string, { css: string; zoom?: number }> = {
    'everything is reset': {
      css: `* { all: unset !important } html { font: 40px/3 serif; letter-spacing: 5px } body { user-select: none }
        html, body { overflow: hidden; height: 100% } html { direction: rtl } natter-chat { direction: rtl !important }`,
    },
    'everything is a child of a grid': {
      css: `body { display: grid; grid: auto / 1fr 1fr; container-type: inline-size }
        body > * { position: relative !important; z-index: 1 !important; margin: 50px; float: left; width: 100%; overflow: hidden }
        .over { position: fixed; inset: 0; z-index: 99999999 }`,
    },
    'variables are registered as something else': {
      css: ['size', 'brand', 'r', 'r1', 'shadow', 'edge', 'hit', 'focus']
        .map(name => `@property --${name} { syntax: '<length>'; inherits: false; initial-value: 3px }`)
        .join(' '),
    },
    'everything is larger': { css: 'body { zoom: 1.25 }', zoom: 1.25 },
  };

  for (const [name, { css, zoom = 1 }] of Object.entries(SHEETS)) {
    test(`${name}: launcher and panel are in their places, and can be used`, async ({ page, site, stage }) => {
      const { visitor, lines } = await goTo({ page, site, stage }, { ...style(css), body: '<div class="over"></div>' });
      const launcher = page.locator('natter-chat .launcher').first();
      const corner = { x: 1280 - 76 * zoom, y: 720 - 76 * zoom, width: 56 * zoom, height: 56 * zoom };
      await expect.poll(() => launcher.boundingBox()).toEqual(corner);
      await visitor.open();
      await visitor.composer.click();
      await expect(visitor.log).toContainText('Hello, I am Fern');
      await atRest(page);
      const box = await visitor.panel.boundingBox();
      expect(box?.width).toBe(392 * zoom);
      expect(box?.x).toBe(1280 - 412 * zoom);
      await expect(visitor.panel).toHaveCSS('direction', 'ltr');
      await expect(visitor.panel).toHaveCSS('border-radius', '16px');
      expect(lines).toEqual([]);
    });
  }

  for (const dir of ['ltr', 'rtl'] as const) {
    test(`the left corner is on the left of a page in ${dir}`, async ({ page, site, stage }) => {
      const { visitor } = await goTo(
        { page, site, stage },
        { ...style(`html { direction: ${dir} }`), attributes: 'data-position="left"' },
      );
      const launcher = page.locator('natter-chat .launcher').first();
      const corner = { x: 20, y: 720 - 76, width: 56, height: 56 };
      await expect.poll(() => launcher.boundingBox()).toEqual(corner);
      await visitor.open();
      await visitor.composer.click();
      await expect.poll(() => launcher.boundingBox()).toEqual(corner);
      await expect.poll(async () => (await visitor.panel.boundingBox())?.x).toBe(20);
      // The launcher grows under the pointer without a transition.
      await launcher.hover();
      await expect.poll(async () => (await launcher.boundingBox())?.x).toBeLessThan(20);
    });
  }

  test('rules for unknown elements, and a body without pointer events, do not affect the chat', async ({
    page,
    site,
    stage,
  }) => {
    const css = `:not(:defined) { display: none; visibility: hidden; opacity: 0; transform: scale(0) }
      body { pointer-events: none } body > :not(h1) { display: none }`;
    const { visitor, lines } = await goTo({ page, site, stage }, style(css));
    await visitor.open();
    await talks(visitor);
    // A page that writes `!important` means it, and the widget obeys.
    await page.addStyleTag({ content: 'natter-chat { display: none !important }' });
    await expect(visitor.panel).toBeHidden();
    expect(lines).toEqual([]);
  });

  test('a body that is a containing block of fixed elements does not contain the chat', async ({
    page,
    site,
    stage,
  }) => {
    for (const trap of ['transform: translateX(0)', 'filter: grayscale(1)', 'contain: layout']) {
      const { visitor } = await goTo({ page, site, stage }, style(`body { ${trap} }`));
      await visitor.open();
      await expect(visitor.composer).toBeFocused();
      const box = { x: 868, y: 24, width: 392, height: 608 };
      await expect.poll(() => visitor.panel.boundingBox(), trap).toEqual(box);
      await page.addStyleTag({ content: 'h1 { height: 3000px }' });
      await page.evaluate(() => scrollTo(0, 900));
      expect(await visitor.panel.boundingBox(), trap).toEqual(box);
      // The same holds if the page replaces its body while nothing happens in the chat.
      await expect(page.getByRole('group', { name: 'Suggested replies' })).toBeVisible();
      await page.evaluate(() => {
        const body = document.createElement('body');
        body.append(document.createElement('h1'));
        document.documentElement.replaceChild(body, document.body);
      });
      await expect(page.locator('body > natter-chat')).toHaveCount(1);
      await expect.poll(() => visitor.panel.boundingBox(), trap).toEqual(box);
      await page.evaluate(() => window.Natter && 'forget' in window.Natter && window.Natter.forget());
    }
  });

  test('rules that make every element a containing block contain neither the opened chat nor, afterwards, the launcher', async ({
    page,
    site,
    stage,
  }) => {
    const rules = ['transform: translateZ(0)', 'will-change: filter', 'perspective: 1000px', 'contain: layout'];
    const { visitor } = await goTo(
      { page, site, stage },
      style(`* { ${rules.map(rule => `${rule} !important`).join(';')}; animation: in 9s both !important }
        @keyframes in { from { transform: translateY(9px) } to { transform: none } }`),
    );
    // The launcher is invisible, but the page has a button of its own.
    await page.waitForFunction(() => window.Natter && 'open' in window.Natter);
    await page.evaluate(() => (window.Natter as { open(): void }).open());
    await expect.poll(() => visitor.panel.boundingBox()).toEqual({ x: 868, y: 24, width: 392, height: 608 });
    await talks(visitor);
    await page.keyboard.press('Escape');
    const corner = { x: 1280 - 76, y: 720 - 76, width: 56, height: 56 };
    await expect.poll(() => visitor.button('Open chat').boundingBox()).toEqual(corner);
  });
});

test.describe('bent builtins', () => {
  /** Does what libraries of 2008 did: adds enumerable members to every object, and functions under names that builtins were given later. */
  function pollute(): void {
    const give = (target: object, name: string, value: unknown) => Reflect.set(target, name, value);
    for (const type of [Object, Array, String, Number, Function]) {
      give(type.prototype, 'extra', () => {
        throw new Error('a method of the page');
      });
      give(type.prototype, 'mark', 'yes');
    }
    give(Array.prototype, 'toJSON', function toJSON(this: unknown[]) {
      return `[${this.map(each => JSON.stringify(each)).join(', ')}]`;
    });
    give(Array, 'from', (item: unknown) => (item ? Array.prototype.slice.call(item) : []));
    give(Array.prototype, 'entries', function entries(this: unknown[]) {
      return this.slice();
    });
    for (const name of ['hide', 'show', 'toggle', 'update', 'select', 'store', 'replace', 'wrap', 'match', 'clear'])
      give(HTMLElement.prototype, name, () => {
        throw new Error(`the page's ${name}`);
      });
    give(Element.prototype, 'remove', function remove(this: Element) {
      (this.parentNode as Node).removeChild(this);
    });
    const never = () => {
      throw new Error('the page is no module');
    };
    Object.assign(window, { define: Object.assign(never, { amd: {} }), require: never, $: never, _: never });
    Object.assign(window, {
      module: { exports: {} },
      exports: {},
      name: 'Natter',
      length: 7,
      status: 'busy',
      h: 1,
      e: 2,
    });
  }

  /** Does what monitors and frameworks do: wraps every function that takes a callback. */
  function wrapAll(): void {
    const native = { fetch: window.fetch, Promise: window.Promise, setTimeout: window.setTimeout };
    const { parse, stringify } = JSON;
    JSON.parse = (...all) => parse(...all);
    JSON.stringify = ((...all: Parameters<typeof stringify>) => stringify(...all)) as typeof stringify;
    const { addEventListener } = EventTarget.prototype;
    EventTarget.prototype.addEventListener = function add(type, listener, options) {
      const wrapped = typeof listener === 'function' ? (event: Event) => listener.call(this, event) : listener;
      addEventListener.call(this, type, wrapped, options);
    };
    const { then } = native.Promise.prototype;
    // biome-ignore lint/suspicious/noThenProperty: this is what such a page does.
    native.Promise.prototype.then = function (this: Promise<unknown>, ...all) {
      return then.apply(this, all) as never;
    };
    window.fetch = async (...all) => {
      const response = await native.fetch.call(window, ...all);
      void response.clone().text();
      return response;
    };
    class PatchedPromise<T> extends native.Promise<T> {}
    window.Promise = PatchedPromise as PromiseConstructor;
    const tasks: unknown[] = [];
    Object.assign(window, {
      setTimeout: (run: () => void, ms?: number) => ({ task: tasks.push(native.setTimeout.call(window, run, ms)) - 1 }),
      clearTimeout: (timer?: { task: number }) => timer && clearInterval(tasks[timer.task] as number),
    });
  }

  function freeze(): void {
    const types = [Object, Array, Function, String, Number, Promise, Map, Set, Date, RegExp, Error, Symbol];
    for (const type of types) Object.freeze(Object.freeze(type).prototype);
    for (const one of [JSON, Math, Reflect]) Object.freeze(one);
  }

  const script = (code: () => void) => `<script>(${code})()</script>`;

  test('members on every prototype, other people’s globals, elements of our names and a written tag', async ({
    page,
    site,
    stage,
  }) => {
    const { visitor, lines } = await goTo(
      { page, site, stage },
      {
        head: script(pollute),
        body: '<div id="Natter"></div><form id="NatterSettings"></form><p id="natter-unread"></p>',
        tag: usual => `<script>document.write(${JSON.stringify(usual).replaceAll('</', '<\\/')})</script>`,
      },
    );
    await visitor.open();
    await talks(visitor);
    await visitor.say('card');
    await expect(visitor.log).toContainText('Tern armchair');
    expect(lines).toEqual([]);
  });

  for (const [name, bend] of Object.entries({ wrapped: wrapAll, frozen: freeze })) {
    test(`builtins that are ${name}: the chat works, and continues after a reload`, async ({ page, site, stage }) => {
      const { visitor, lines } = await goTo({ page, site, stage }, { head: script(bend) });
      await visitor.open();
      await talks(visitor);
      await page.reload();
      await expect(visitor.log.getByText('still here', { exact: true })).toBeVisible();
      await talks(visitor, 'and on');
      expect(lines).toEqual([]);
    });
  }

  test('a page’s variables with the names of browser classes do no harm', async ({ page, site, stage }) => {
    const names = 'URL Text Element Node Document Event Range Image Option Request Response Headers Comment'.split(' ');
    const { visitor, lines } = await goTo(
      { page, site, stage },
      { head: `<script>var ${names.map(name => `${name} = '/api/'`).join()}</script>` },
    );
    await visitor.open();
    await talks(visitor);
    await visitor.say('long');
    await expect(visitor.log.getByRole('table')).toBeVisible();
    await visitor.say('card');
    await expect(visitor.log).toContainText('Tern armchair');
    expect(lines).toEqual([]);
  });

  test('if the chat cannot run, the panel says so, and the console once for each attempt', async ({
    page,
    site,
    stage,
  }) => {
    const { visitor, lines } = await goTo(
      { page, site, stage },
      {
        head: '<script>AbortController = undefined</script>',
      },
    );
    await visitor.button('Open chat').click();
    const words = page.getByRole('alert');
    await expect(words).toContainText("The chat didn't load.");
    // The pointer still rests on the launcher. That alone starts no second attempt.
    await atRest(page);
    await expect(words).toBeVisible();
    // One line for the attempt when the pointer came, and one for the press.
    expect(lines.length).toBeLessThanOrEqual(2);
    for (const line of lines) expect(line).toMatch(/^\[natter\] load_failed: .*AbortController/);
  });
});

test.describe('pages that answer what is done in them', () => {
  /** A page's usual check before it handles a key: it leaves form fields alone, but knows only its own. */
  const SPARED = 'const spared = ({ target }) => /^(INPUT|TEXTAREA)$/.test(target.tagName)';

  test('shortcuts of the page take no letter from the chat, and still work with Ctrl', async ({
    page,
    site,
    stage,
  }) => {
    const { visitor } = await goTo(
      { page, site, stage },
      {
        body: `<input id="search"><script>${SPARED}; window.did = [];
          addEventListener('keydown', event => {
            if (spared(event) || !/^[ /?gk]$|Arrow/.test(event.key)) return;
            event.preventDefault();
            did.push(event.key);
            if (event.key === '/') document.getElementById('search').focus();
          })</script>`,
      },
    );
    // Repeats the test on a slow network, where most of the chat is still loading.
    let arrive = () => {};
    const sent = new Promise<void>(done => {
      arrive = done;
    });
    await page.route('**/natter-app*', async route => {
      await sent;
      await route.continue();
    });
    await visitor.open();
    await visitor.composer.pressSequentially('I like');
    arrive();
    await expect(visitor.log).toContainText('Hello, I am Fern');
    await visitor.composer.pressSequentially(' 1/2 big? good joke');
    await expect(visitor.composer).toHaveValue('I like 1/2 big? good joke');
    const menu = visitor.panel.getByRole('button', { name: 'More options' });
    await menu.press('Space');
    await expect(page.getByRole('menuitem').first()).toBeVisible();
    expect(await page.evaluate('did')).toEqual([]);
    await visitor.composer.press('Control+k');
    expect(await page.evaluate('did')).toEqual(['k']);
  });

  test('with the focus on the launcher the page’s shortcuts work, except for keys that press it', async ({
    page,
    site,
    stage,
  }) => {
    const { visitor } = await goTo(
      { page, site, stage },
      { body: `<script>window.heard = []; addEventListener('keydown', ({ key }) => heard.push(key))</script>` },
    );
    await visitor.open();
    await expect(visitor.log).toContainText('Hello, I am Fern');
    await page.keyboard.press('Escape');
    const launcher = page.getByRole('button', { name: /Open chat/ });
    await expect(launcher).toBeFocused();
    await page.evaluate('heard.length = 0');
    for (const key of ['k', '/', 'ArrowDown']) await page.keyboard.press(key);
    expect(await page.evaluate('heard')).toEqual(['k', '/', 'ArrowDown']);
    await page.keyboard.press('Space');
    await expect(visitor.panel).toBeVisible();
    expect(await page.evaluate('heard')).not.toContain(' ');
  });

  test('a page gets the release of a key only if it got the press', async ({ page, site, stage }) => {
    const heard = `<script>window.heard = []; for (const type of ['keydown', 'keyup'])
      addEventListener(type, ({ key }) => heard.push((type === 'keydown' ? '+' : '-') + key))</script>`;
    const { visitor } = await goTo({ page, site, stage }, { body: `<input id="search">${heard}` });
    await visitor.open();
    await expect(visitor.log).toContainText('Hello, I am Fern');
    await visitor.composer.click();
    const since = async (press: () => Promise<void>) => {
      await page.evaluate('heard.length = 0');
      await press();
      return page.evaluate('heard.join(" ")');
    };
    const { keyboard } = page;
    expect(await since(() => keyboard.press('a'))).toBe('');
    // Releases Ctrl before the letter.
    const held = async () => {
      await keyboard.down('Control');
      await keyboard.down('k');
      await keyboard.up('Control');
      await keyboard.up('k');
    };
    expect(await since(held)).toMatch(/\+k .*-k$/);
    // A shortcut of the page that moves the focus into the chat before the key is released.
    const fromOutside = async () => {
      await page.locator('#search').focus();
      await keyboard.down('c');
      await visitor.composer.focus();
      await keyboard.up('c');
    };
    expect(await since(fromOutside)).toBe('+c -c');
    // The menu consumes the Escape that closes it.
    await visitor.panel.getByRole('button', { name: 'More options' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    expect(await since(() => keyboard.press('Escape'))).toBe('');
    await expect(visitor.panel).toBeVisible();
  });

  test('Escape closes the menu of a chat in a page’s dialog, and not the dialog', async ({ page, site, stage }) => {
    const { visitor } = await goTo(
      { page, site, stage },
      {
        ...style('dialog { width: 500px; height: 600px }'),
        body: '<dialog id="place"></dialog>',
        attributes: 'data-render-mode="inline" data-target="#place"',
      },
    );
    await page.locator('#place').evaluate(dialog => (dialog as HTMLDialogElement).showModal());
    await visitor.composer.click();
    await expect(visitor.log).toContainText('Hello, I am Fern');
    await visitor.panel.getByRole('button', { name: 'More options' }).click();
    await expect(page.getByRole('menuitem').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menuitem')).toHaveCount(0);
    await expect(visitor.composer).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(visitor.composer).toBeHidden();
  });

  test('the page can neither change nor prevent typing and copying in the chat', async ({ page, site, stage }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const { visitor } = await goTo(
      { page, site, stage },
      {
        ...style('body { user-select: none }'),
        body: `<script>${SPARED};
          for (const type of ['copy', 'cut', 'paste', 'selectstart'])
            document.addEventListener(type, event => spared(event) || event.preventDefault());
          document.addEventListener('keydown', event => spared(event) || !event.ctrlKey || event.preventDefault());</script>`,
      },
    );
    await visitor.open();
    await expect(visitor.log).toContainText('Hello, I am Fern');
    const pasted = () => page.evaluate(() => navigator.clipboard.readText());
    // The greeting is complete, so nothing moves under the pointer any more.
    await expect(page.getByRole('group', { name: 'Suggested replies' })).toBeVisible();
    await visitor.log.getByText('Hello, I am Fern').click({ clickCount: 3 });
    await page.keyboard.press('Control+c');
    await expect.poll(pasted).toContain('Hello, I am Fern');
    await page.evaluate(() => navigator.clipboard.writeText('order 4711'));
    await visitor.composer.press('Control+v');
    await expect(visitor.composer).toHaveValue('order 4711');
    // On a Russian keyboard the same key types another letter, but still pastes.
    const taken = await visitor.composer.evaluate(field => {
      const pressed = { key: 'м', keyCode: 86, ctrlKey: true, bubbles: true, composed: true, cancelable: true };
      return !field.dispatchEvent(new KeyboardEvent('keydown', pressed));
    });
    expect(taken).toBe(false);
  });

  test('a visitor can write in the chat beside a page’s dialog with a focus trap', async ({ page, site, stage }) => {
    const { visitor } = await goTo(
      { page, site, stage },
      {
        body: `<div id="modal" role="dialog" aria-label="Offers" tabindex="-1">Offers</div><script>
          document.addEventListener('focusin', ({ target }) => modal.contains(target) || modal.focus());
          modal.focus();</script>`,
      },
    );
    await page.getByRole('button', { name: 'Open chat' }).click();
    // Waits for the application: while it takes the painted field over, such a page may get a letter or two.
    await expect(visitor.log).toContainText('Hello, I am Fern');
    await visitor.composer.click();
    await page.keyboard.type('hello there');
    await expect(visitor.composer).toHaveValue('hello there');
  });

  test('a page that handles every touch gets none of the chat’s', async ({ page, site, stage }) => {
    const { visitor } = await goTo(
      { page, site, stage },
      {
        body: `<script>for (const type of ['touchstart', 'touchend'])
          document.addEventListener(type, event => event.preventDefault(), { passive: false });</script>`,
      },
    );
    await visitor.open();
    await expect(visitor.log).toContainText('Hello, I am Fern');
    const taken = await visitor.composer.evaluate(field =>
      ['touchstart', 'touchend'].filter(
        type => !field.dispatchEvent(new TouchEvent(type, { bubbles: true, composed: true, cancelable: true })),
      ),
    );
    expect(taken).toEqual([]);
  });

  test('a page that prevents mouse presses gets them, but cannot block them in the chat', async ({
    page,
    site,
    stage,
  }) => {
    const { visitor } = await goTo(
      { page, site, stage },
      {
        body: `<script>
          heard = [];
          document.onmousedown = event => {
            heard.push([event.target.localName, event.button, event.clientX > 0, event.composedPath().length > 2].join());
            return false;
          };</script>`,
      },
    );
    const heard = () => page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard.splice(0));
    await visitor.open();
    await expect(visitor.log).toContainText('Hello, I am Fern');
    await visitor.button('More options').focus();
    await heard();
    await visitor.composer.click();
    await expect(visitor.composer).toBeFocused();
    expect(await heard()).toEqual(['natter-chat,0,true,true']);
    // Waits for the whole greeting, and clicks on a word: a double click behind the last word of a line selects nothing.
    await expect(page.getByRole('group', { name: 'Suggested replies' })).toBeVisible();
    await visitor.log.getByText('Hello, I am Fern').dblclick({ position: { x: 12, y: 10 } });
    expect((await selectedAt(visitor.log)).trim()).toMatch(/^\w+$/);
  });

  test('a page that scrolls by script does not handle the wheel over the chat', async ({ page, site, stage }) => {
    const { visitor } = await goTo(
      { page, site, stage },
      {
        ...style('body { height: 5000px }'),
        body: `<script>addEventListener('wheel', event => { event.preventDefault(); scrollBy(0, event.deltaY) },
          { passive: false })</script>`,
      },
    );
    await visitor.open();
    await expect(visitor.log).toContainText('Hello, I am Fern');
    await visitor.say(`echo ${'long\n\n'.repeat(30)}the end`);
    await expect(visitor.log.locator('.agent .bubble').getByText('the end')).toBeVisible();
    await visitor.button('Jump to latest').click();
    await expect.poll(() => toEnd(visitor.log)).toBe(0);
    await turnWheel(page, visitor.log, -200);
    expect(await toEnd(visitor.log)).toBeGreaterThan(0);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
});

test('an inline chat is as wide as its element, in any layout, and can be hidden', async ({ page, site, stage }) => {
  for (const [css, beside, width = 700] of [
    ['display: flex', ''],
    ['display: grid; place-items: center', ''],
    ['display: flex; flex-direction: column; align-items: center', ''],
    ['display: flex', '<aside style="width: 300px">Opening hours</aside>', 400],
  ] as const) {
    const { visitor } = await goTo(
      { page, site, stage },
      {
        ...style(`#place { width: 700px; height: 600px; ${css} }`),
        body: `<div id="place">${beside}</div>`,
        attributes: 'data-render-mode="inline" data-target="#place"',
      },
    );
    await visitor.composer.click();
    await expect(visitor.log, css).toContainText('Hello, I am Fern');
    await atRest(page);
    expect(await visitor.panel.boundingBox(), css).toMatchObject({ width, height: 600 });
    // A margin that the page sets stays free.
    await page.addStyleTag({ content: 'natter-chat { margin: 0 24px }' });
    expect(await visitor.panel.boundingBox(), css).toMatchObject({ width: width - 48 });
    const hide = (hidden: boolean) =>
      page.evaluate(it => (document.querySelector('natter-chat') as HTMLElement).toggleAttribute('hidden', it), hidden);
    await hide(true);
    await expect(visitor.panel).toBeHidden();
    await hide(false);
    await expect(visitor.panel).toBeVisible();
    await page.evaluate(() => window.Natter && 'forget' in window.Natter && window.Natter.forget());
  }
});

test('an inline chat looks the same in an element with underlined text', async ({ page, site, stage }) => {
  const looks = async (css: string) => {
    const { visitor } = await goTo(
      { page, site, stage },
      {
        ...style(`#place { width: 400px; height: 500px; ${css} }`),
        body: '<div id="place"></div>',
        attributes: 'data-render-mode="inline" data-target="#place" data-title="Harbour"',
      },
    );
    await expect(visitor.composer).toBeVisible();
    const picture = await visitor.panel.screenshot({ animations: 'disabled', caret: 'hide' });
    return picture.toString('base64');
  };
  expect(await looks('text-decoration: underline 3px red')).toBe(await looks(''));
});

test('the page gets only one element at the end of its body and one global name', async ({ page, site, stage }) => {
  await page.addInitScript(() => {
    Reflect.set(window, 'before', []);
    Reflect.set(window, 'before', Reflect.ownKeys(window).map(String));
  });
  const { visitor } = await goTo({ page, site, stage }, { attributes: 'data-color="rebeccapurple" data-sound="on"' });
  const look = () =>
    page.evaluate(() => {
      const all = [...document.querySelectorAll('*')].filter(each => each.localName !== 'natter-chat');
      const styles = all.map(each =>
        [...getComputedStyle(each)].map(name => getComputedStyle(each).getPropertyValue(name)),
      );
      const markup = all.map(each => [
        each.localName,
        ...[...each.attributes].map(({ name, value }) => `${name}=${value}`),
      ]);
      const prototypes = [Object, Array, Function, String, Promise, Element, HTMLElement, EventTarget, Node];
      return {
        markup,
        styles: styles.join().length,
        sheets: [document.styleSheets.length, document.adoptedStyleSheets.length],
        builtins: prototypes.map(each => Reflect.ownKeys(each.prototype).length),
        elements: customElements.get('natter-chat'),
        title: document.title,
        history: history.length,
        globals: Reflect.ownKeys(window)
          .map(String)
          .filter(name => !(Reflect.get(window, 'before') as string[]).includes(name)),
      };
    });
  await expect(visitor.button('Open chat')).toBeVisible();
  const before = await look();
  expect(before.globals).toEqual(['Natter']);
  await visitor.open();
  await talks(visitor);
  await visitor.say('card');
  await expect(visitor.log).toContainText('Tern armchair');
  expect(await look()).toEqual(before);
  const own = page.locator('natter-chat');
  // The host element carries only the attributes that the page's own settings ask for.
  expect(await own.evaluate(host => [...host.attributes].map(({ name }) => name).sort())).toEqual([
    'data-mode',
    'data-theme',
    'style',
  ]);
  expect(await own.evaluate(host => host.children.length)).toBe(0);
  await page.evaluate(() => window.Natter && 'destroy' in window.Natter && window.Natter.destroy());
  await expect(own).toHaveCount(0);
  expect(await look()).toEqual(before);
});
