/** Calls with wrong arguments: nothing throws, and each call without effect is reported once, with words that say what to do. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nearestName } from '../../../src/ui/i18n/did-you-mean.ts';
import { createChat } from '../../../src/widget/chat/create-chat.ts';
import { EVENTS } from '../../../src/widget/handle/event-names.ts';
import { createLauncher } from '../../../src/widget/launcher/launcher.ts';
import { mount, type Widget } from '../../../src/widget/panel/mount.ts';
import '../fixtures/constructed-sheets.ts';
import { createQuietChat, settingsWith, settled } from '../fixtures/quiet-chat.ts';

const BROKER = 'https://chat.example.com';

let warned: string[];
let host: HTMLElement;

beforeEach(() => {
  warned = [];
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  vi.spyOn(console, 'warn').mockImplementation(line => warned.push(`${line}`));
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

function mounted(own: Record<string, unknown> = {}): Widget {
  const settings = settingsWith(own);
  host = document.body.appendChild(document.createElement('natter-chat') as HTMLElement);
  const root = host.attachShadow({ mode: 'open' });
  const launcher = settings.renderMode === 'floating' ? createLauncher(root, settings) : null;
  return mount(settings, { host, launcher }, createQuietChat().chat);
}

const bubble = (): string | undefined => host.shadowRoot?.querySelector('.prompt-text')?.textContent ?? undefined;

describe('prompt()', () => {
  it.each<readonly [string, unknown]>([
    ['number', 42],
    ['boolean', true],
    ['object', { text: 'Hello' }],
    ['object', ['Hello']],
    ['function', () => 'Hello'],
    ['symbol', Symbol('Hello')],
    ['bigint', 42n],
  ])('prompt() takes a string; a %s changes nothing and is reported once', async (kind, given) => {
    const { handle } = mounted();
    handle.prompt('Questions?');
    handle.prompt(given as string);
    expect(warned).toEqual([`[natter] invalid_call: prompt() takes a string, not ${kind}. Nothing was changed.`]);
    await vi.waitFor(() => expect(bubble()).toBe('Questions?'));
  });

  it('a wrong prompt is reported even if there is no launcher', async () => {
    const inline = mounted({ renderMode: 'fullscreen' });
    inline.handle.prompt(42 as unknown as string);
    await settled();
    expect(warned).toEqual(['[natter] invalid_call: prompt() takes a string, not number. Nothing was changed.']);
  });

  it('a missing argument counts as the empty text', async () => {
    const { handle } = mounted();
    handle.prompt('Any questions?');
    await vi.waitFor(() => expect(bubble()).toBe('Any questions?'));
    for (const none of [undefined, null, '']) {
      handle.prompt('Questions?');
      handle.prompt(none as unknown as string);
      expect(bubble()).toBeUndefined();
    }
    expect(warned).toEqual([]);
  });
});

/** Values that cannot be converted to text, compared or read. */
const UNSAYABLE: readonly (readonly [string, unknown])[] = [
  ['a symbol', Symbol('x')],
  ['an object without a prototype', Object.create(null)],
  ['what throws when it is to be text', { toString: () => Promise.reject.call(null) }],
  ['what has been taken away', revoked()],
];

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

describe('a value that cannot be converted to text', () => {
  it.each(UNSAYABLE)('%s makes no method throw, and each is reported', (_, given) => {
    const { handle } = mounted();
    handle.setLocale(given as string);
    handle.setTheme(given as 'dark');
    handle.prompt(given as string);
    handle.on(given as 'open', 'nothing' as never)();
    handle.on('open', given as never)();
    expect(warned.map(each => each.split(' ')[1])).toEqual([
      'unknown_language:',
      'invalid_setting:',
      'invalid_call:',
      'invalid_call:',
      'invalid_call:',
    ]);
    expect(host.dataset.theme).toBe('auto');
  });

  it('a name as long as a file is handled at once', () => {
    // Measures processor time, which other processes do not change.
    const begun = process.cpuUsage();
    expect(nearestName('open'.repeat(1_000_000), EVENTS)).toBe('open');
    expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(500);
  });
});

describe('handlers that turn against the widget', () => {
  it('a handler may destroy the widget and continue calling', async () => {
    const { handle } = mounted();
    const heard: string[] = [];
    handle.on('open', () => {
      heard.push('first');
      handle.destroy();
      handle.destroy();
      handle.open();
      handle.on('open', () => heard.push('late'))();
      throw Symbol('mine');
    });
    handle.on('open', () => heard.push('second'));
    handle.open();
    await settled();
    handle.send('late');
    expect(host.isConnected).toBe(false);
    expect(heard[0]).toBe('first');
    expect(heard).not.toContain('late');
    expect(warned.filter(each => each.includes('destroyed'))).toHaveLength(1);
    expect(handle.state.open).toBeTypeOf('boolean');
  });

  it('methods work without their object, and undoing twice removes nothing else', async () => {
    const { handle } = mounted();
    const { open, on, close } = handle;
    const heard: string[] = [];
    const same = () => heard.push('heard');
    const undo = on('open', same);
    on('open', same);
    undo();
    undo();
    open();
    close();
    await settled();
    expect(heard).toEqual(['heard']);
  });
});

describe('createChat()', () => {
  it.each([BROKER, 42, undefined, null, () => BROKER])(
    'createChat() takes an object: with %s the only error is the missing broker',
    given => {
      expect(() => createChat(given as never)).toThrow(expect.objectContaining({ code: 'missing_broker' }));
      expect(warned).toEqual([]);
    },
  );

  it('the empty string is not a message id', () => {
    const chat = createChat({ broker: BROKER, remember: 'nothing' });
    const ids = [chat.send('hello', ''), chat.send('more', '')];
    expect(new Set(ids).size).toBe(2);
    expect(ids.join(' ')).toMatch(/^[\da-f-]{36} [\da-f-]{36}$/);
    chat.dispose();
    expect(warned[0]).toContain('takes a string as its id, not the empty string. Sent under a new one.');
  });

  it.each([...UNSAYABLE, ['metadata', { page: '/cart' }] as const])('%s is not a message id', (_, given) => {
    const chat = createChat({ broker: BROKER, remember: 'nothing' });
    expect(chat.send('hello', given as string)).toMatch(/^[\da-f-]{36}$/);
    expect(chat.send('more', 'mine')).toBe('mine');
    for (const method of ['retry', 'discard'] as const) chat[method](given as string);
    chat.dispose();
    expect(warned).toEqual([
      expect.stringMatching(
        /invalid_call: send\(\) takes a string as its id, not (symbol|object)\. Sent under a new one\.$/,
      ),
    ]);
  });

  it.each([...UNSAYABLE, ['a number', 5], ['nothing', undefined]] as const)(
    '%s is not a draft: it changes nothing, is reported, and the chat continues',
    async (_, given) => {
      const chat = createChat({ broker: BROKER, remember: 'nothing' });
      chat.setDraft('Hel');
      chat.setDraft(given as never);
      chat.send('hello');
      await settled();
      expect([chat.state.value.draft, chat.outbox.value.map(({ text }) => text)]).toEqual(['Hel', ['hello']]);
      chat.dispose();
      expect(warned).toEqual([
        `[natter] invalid_call: setDraft() takes a string, not ${typeof given}. Nothing was changed.`,
      ]);
    },
  );

  it('a text is not accepted as metadata', () => {
    const chat = createChat({ broker: BROKER, remember: 'nothing' });
    expect(chat.send('hello', undefined, 'oops' as never)).toMatch(/^[\da-f-]{36}$/);
    chat.dispose();
    expect(warned).toEqual([expect.stringContaining('send() takes an object of strings as metadata, not string.')]);
  });
});

describe('functions taken off their object', () => {
  it('destructured functions work, of a widget and of a headless chat', async () => {
    const heard: string[] = [];
    const headless = createChat({ broker: BROKER });
    for (const each of [mounted().handle, headless]) {
      const { on, open, close, toggle, send, identify, end, startNew, forget, destroy } = each;
      const undo = on('open', () => heard.push('open'));
      identify({ plan: 'gold' });
      for (const call of [open, close, toggle, end, startNew, close]) call();
      send('Hello');
      undo();
      open();
      forget();
      destroy();
    }
    await settled();
    expect(heard).toEqual(['open', 'open', 'open', 'open']);
    expect(warned).toEqual([]);
    headless.dispose();
  });
});
