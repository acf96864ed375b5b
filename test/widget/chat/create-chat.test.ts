// @vitest-environment node

import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createChat } from '../../../src/entries/index.ts';
import { BROKER, type LivePlatform, startLivePlatform } from '../fixtures/live-platform.ts';

let platform: LivePlatform;

beforeAll(async () => {
  platform = await startLivePlatform();
});

afterAll(() => platform.close());

beforeEach(() => platform.reset());

describe('createChat()', () => {
  it('a headless chat requests nothing, then talks, then ends completely', async () => {
    const chat = createChat({ broker: BROKER, widgetId: 'headless' });
    const seen: string[] = [];
    const heard: string[] = [];
    const undo = chat.messages.subscribe(items => {
      for (const item of items) if (item.kind === 'message') seen.push(item.text);
    });
    chat.on('message', ({ text }) => heard.push(text));
    expect(chat.connection.value.status).toBe('idle');
    expect(platform.asked).toEqual({ tokens: 0, sockets: 0 });
    const id = chat.send('help');
    await expect.poll(() => chat.connection.value.status).toBe('online');
    await expect.poll(() => chat.outbox.value).toEqual([]);
    await expect.poll(() => heard.length).toBeGreaterThan(1);
    expect(id).toMatch(/^[\da-f-]{36}$/);
    expect(seen).toContain('help');
    expect(platform.asked).toEqual({ tokens: 1, sockets: 1 });
    undo();
    chat.dispose();
    await expect.poll(() => platform.openSockets()).toBe(0);
    expect(chat.send('Too late')).toBeNull();
  });

  it('a headless chat warns that it does not ask for the required consent', () => {
    const warned: string[] = [];
    vi.spyOn(console, 'warn').mockImplementation(line => warned.push(`${line}`));
    createChat({ broker: BROKER, consent: 'required' }).dispose();
    createChat({ broker: BROKER }).dispose();
    expect(warned).toEqual([expect.stringMatching(/consent_not_asked.*before you call open\(\)/)]);
    vi.restoreAllMocks();
  });

  it('a headless chat has every method of the widget, and warns about those that need a widget', async () => {
    const warned: string[] = [];
    vi.spyOn(console, 'warn').mockImplementation(line => warned.push(`${line}`));
    const chat = createChat({ broker: BROKER });
    expect(await chat.ready).toBe(chat);
    chat.show();
    chat.hide();
    chat.setLocale('de');
    chat.setTheme('dark');
    chat.prompt('Hello');
    expect(warned).toEqual(
      ['show', 'hide', 'setLocale', 'setTheme', 'prompt'].map(name =>
        expect.stringMatching(new RegExp(`no_widget.*${name}\\(\\)`)),
      ),
    );
    expect(platform.asked).toEqual({ tokens: 0, sockets: 0 });
    chat.destroy();
    expect(chat.send('Too late')).toBeNull();
    vi.restoreAllMocks();
  });

  it('internals are not exposed', () => {
    const chat = createChat({ broker: BROKER });
    expect(Object.keys(chat)).not.toContain('machine');
    chat.dispose();
  });

  it('reports a wrong setting, and throws without a usable broker', async () => {
    const warned: string[] = [];
    vi.spyOn(console, 'warn').mockImplementation(line => warned.push(`${line}`));
    createChat({ broker: BROKER, remember: 'ever' as 'nothing' }).dispose();
    await expect.poll(() => warned).toEqual([expect.stringContaining('"remember"')]);
    expect(() => createChat({ broker: 'ftp://example.com' })).toThrow(
      expect.objectContaining({ code: 'invalid_broker' }),
    );
    vi.restoreAllMocks();
  });
});
