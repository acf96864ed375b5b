/** Pages that call methods, set properties or listen before the widget has loaded: their mistakes, and failures that are not theirs. */

import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Embed } from '../../../src/widget/painted/painted.ts';
import { embed } from '../../../src/widget/script-tag/embed.ts';
import { settled } from '../fixtures/quiet-chat.ts';
import { asked, BROKER, natter, start as startScript, warned } from '../fixtures/script-tag.ts';

/** The error that mounting the panel throws, if any. */
let mishap: unknown;
const clumsy: Embed = (...given) => {
  const [source, painted, ...rest] = given;
  if (!mishap) return embed(...given);
  // Throws late, after the launcher has been taken over.
  vi.spyOn(painted.host, 'dataset', 'get').mockImplementationOnce(() => {
    throw mishap;
  });
  return embed(source, painted, ...rest);
};

const start = (attributes: Record<string, string> = {}) => startScript(attributes, clumsy);
const root = (): ShadowRoot => document.querySelector('natter-chat')?.shadowRoot as ShadowRoot;
const launcher = (): HTMLButtonElement => root().querySelector('button.launcher') as HTMLButtonElement;
const boom = (): never => {
  throw new Error('boom');
};

describe('a panel that comes and cannot be used', () => {
  afterEach(() => {
    mishap = undefined;
  });

  it('the console says why it could not be fetched', async () => {
    const { fail } = start();
    launcher().click();
    await fail();
    expect(warned).toEqual([expect.stringMatching(/^\[natter\] load_failed: .*no network/)]);
  });

  it('the console says why it could not be mounted, once, and the next click opens it', async () => {
    const { arrive } = start();
    mishap = new TypeError('nothing here works');
    launcher().click();
    await arrive();
    expect(warned).toEqual([expect.stringMatching(/^\[natter\] load_failed: .*TypeError: nothing here works/)]);
    expect(root().querySelector('[role=alert]')?.textContent).toContain('Try again');
    mishap = undefined;
    natter().open();
    await arrive();
    expect(natter().state.open).toBe(true);
    expect(root().querySelectorAll('[role=dialog]')).toHaveLength(1);
    expect(launcher().querySelectorAll('.unread')).toHaveLength(1);
    expect(root().querySelector('[role=alert]')).toBeNull();
    expect(warned).toHaveLength(1);
  });

  it('a different error of a later attempt is reported as well', async () => {
    const { fail, arrive } = start();
    launcher().click();
    await fail();
    mishap = Symbol('odd');
    natter().open();
    await arrive();
    expect(warned).toEqual([expect.stringContaining('no network'), '[natter] load_failed: symbol']);
  });

  it('a failed fetch is not reported after destroy()', async () => {
    const heard: string[] = [];
    const { fail } = start();
    natter().on('error', ({ code }) => heard.push(code));
    launcher().click();
    natter().destroy();
    await fail();
    expect([...heard, ...warned]).toEqual([]);
  });
});

describe('calls that wait', () => {
  const hostile = {
    get customer(): string {
      return boom();
    },
  };

  it('waiting calls are made in order, even if one throws, which is reported', async () => {
    const { arrive } = start();
    natter().send('one');
    natter().identify(hostile);
    natter().setLocale(Symbol('en') as never);
    natter().send('two');
    natter().open();
    await arrive();
    expect(natter().state.outbox.map(each => each.text)).toEqual(['one', 'two']);
    expect(natter().state.open).toBe(true);
    expect(warned).toEqual([
      '[natter] invalid_call: Error: boom',
      '[natter] unknown_language: There are no words for "symbol". Using English.',
    ]);
  });

  it('a call made by a handler of a waiting call takes effect at once', async () => {
    const { arrive } = start();
    natter().on('open', () => natter().close());
    natter().open();
    await arrive();
    expect(natter().state.open).toBe(false);
  });

  type Name = 'open' | 'close' | 'toggle';
  const modes: readonly [string, Record<string, string>][] = [
    ['floating', {}],
    ['auto-open', { autoOpen: 'true' }],
    ['fullscreen', { renderMode: 'fullscreen' }],
  ];
  const lists: readonly Name[][] = [
    ['open'],
    ['close'],
    ['toggle'],
    ['toggle', 'open'],
    ['open', 'toggle'],
    ['toggle', 'close'],
    ['close', 'toggle'],
    ['toggle', 'toggle'],
    ['open', 'close', 'toggle'],
  ];
  it.each(
    modes.flatMap(([mode, attributes]) => lists.map(calls => [mode, calls.join(', '), attributes, calls] as const)),
  )(
    '%s: %s before the panel has loaded has the same result as afterwards',
    async (_mode, _names, attributes, calls) => {
      const late = start(attributes);
      launcher().dispatchEvent(new Event('pointerenter'));
      await late.arrive();
      for (const name of calls) natter()[name]();
      const expected = natter().state.open;
      natter().destroy();
      const early = start(attributes);
      launcher().dispatchEvent(new Event('pointerenter'));
      for (const name of calls) natter()[name]();
      await early.arrive();
      expect(natter().state.open).toBe(expected);
    },
  );

  it('a chat with autoOpen that the page closes at once does not open and requests nothing', async () => {
    const { arrive } = start({ autoOpen: 'true' });
    const heard: string[] = [];
    natter().on('open', () => heard.push('open'));
    natter().close();
    await arrive();
    expect(heard).toEqual([]);
    expect(asked).toBe(0);
  });

  it('an inline chat whose fetch failed is fetched with the next message, and opens automatically', async () => {
    const { fail, arrive } = start({ renderMode: 'fullscreen' });
    await fail();
    natter().send('hello');
    await arrive();
    expect(natter().state).toMatchObject({ open: true, outbox: [{ text: 'hello' }] });
  });
});

describe('handlers that are put on early', () => {
  it('a failing handler of `ready` is reported and harms no other', async () => {
    const heard: string[] = [];
    start();
    natter().on('ready', boom);
    natter().on('ready', async () => boom());
    natter().on('ready', () => heard.push('ready'));
    await settled();
    expect(heard).toEqual(['ready']);
    const line = '[natter] handler_failed: ready: Error: boom';
    expect(warned).toEqual([line, line]);
  });

  it('a failing handler of `error` is reported, and the others are called', async () => {
    const heard: string[] = [];
    const { fail } = start();
    natter().on('error', boom);
    const undo = natter().on('error', () => heard.push('undone'));
    natter().on('error', ({ code }) => heard.push(code));
    undo();
    launcher().click();
    await fail();
    expect(heard).toEqual(['load_failed']);
    expect(warned).toContain('[natter] handler_failed: error: Error: boom');
  });

  it.each(['ready', 'open', 'error'] as const)(
    'a handler of "%s" that is not a function is refused in the same words',
    async event => {
      const { arrive } = start();
      natter().on(event, undefined as never)();
      natter().on(event, 'nothing' as never)();
      launcher().dispatchEvent(new Event('pointerenter'));
      await arrive();
      natter().on(event, 42 as never);
      const line = `[natter] invalid_call: on("${event}") takes a function. Nothing was registered.`;
      // The first two were removed before anything could refuse them.
      expect(warned).toEqual([line]);
    },
  );

  it('a handler that is not a function is refused when the panel has loaded', async () => {
    const { arrive } = start();
    natter().on('ready', undefined as never);
    natter().on('message', null as never);
    launcher().dispatchEvent(new Event('pointerenter'));
    await arrive();
    expect(warned.map(line => line.replace(/ takes.*/, ''))).toEqual([
      '[natter] invalid_call: on("ready")',
      '[natter] invalid_call: on("message")',
    ]);
  });

  it('after destroy() or its undo a pending `ready` does not fire, and on() warns like every late call', async () => {
    const heard: string[] = [];
    start();
    natter().on('ready', () => heard.push('undone'))();
    natter().on('ready', () => heard.push('destroyed'));
    natter().destroy();
    await settled();
    expect([...heard, ...warned]).toEqual([]);
    natter().on('ready', () => heard.push('late'));
    await settled();
    expect(heard).toEqual([]);
    expect(warned).toEqual([expect.stringMatching(/^\[natter\] destroyed: /)]);
  });
});

describe('settings that cannot be read', () => {
  it.each([
    ['a getter that throws', Object.defineProperty({}, 'title', { enumerable: true, get: boom }), 'boom'],
    ['a broker that is a symbol', { broker: Symbol('x') }, 'Symbol'],
    ['a position that is a symbol', { position: Symbol('x') }, 'Symbol'],
    ['a mode without words', { renderMode: Object.create(null) }, 'primitive'],
  ])('%s causes one line in the console, and leaves the page unchanged', (_name, given, words) => {
    const before = document.documentElement.outerHTML;
    window.NatterSettings = given as never;
    expect(() => start()).not.toThrow();
    expect(warned).toEqual([expect.stringMatching(new RegExp(`^error \\[natter\\] not_started: .*${words}`, 'i'))]);
    expect(document.documentElement.outerHTML).toBe(before);
  });

  it('a symbol that the loader does not read is refused like any wrong value', async () => {
    window.NatterSettings = { title: Symbol('x'), theme: Symbol('y'), languages: [Symbol('z')] } as never;
    const { arrive } = start();
    launcher().click();
    await arrive();
    expect(natter().state.open).toBe(true);
    expect(warned.map(line => line.replace(/ cannot.*/, ''))).toEqual([
      '[natter] invalid_setting: "title"',
      '[natter] invalid_setting: "theme"',
      expect.stringContaining('unknown_language'),
    ]);
  });
});

describe('a broker that is a URL', () => {
  it('a broker that is a URL is read as text', async () => {
    window.NatterSettings = { broker: new URL(`${BROKER}/`) };
    const { arrive } = start({ broker: '-' });
    launcher().click();
    await arrive();
    expect(natter().state.open).toBe(true);
    expect(warned).toEqual([]);
  });
});

describe('languages without words', () => {
  it('languages without a catalogue are reported when the panel has loaded, with the list of all', async () => {
    const { arrive } = start({ locale: 'klingon', languages: 'en, xx, de-CH' });
    launcher().click();
    await arrive();
    expect(warned).toEqual([
      expect.stringMatching(/no words for "klingon". There are en, ar, da, de/),
      expect.stringMatching(/no words for "xx". There are en, ar, da, de/),
    ]);
  });
});
