/** A widget before the visitor has agreed: what it does, and above all what it does not do. */

import { screen, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { choicesKey } from '../../../src/browser/marker.ts';
import { createChoices } from '../../../src/widget/chat/visitor-choices.ts';
import { mount, type Widget } from '../../../src/widget/panel/mount.ts';
import '../fixtures/constructed-sheets.ts';
import { createQuietChat, type QuietChat, settingsWith, settled } from '../fixtures/quiet-chat.ts';

const KEY = choicesKey('https://chat.example.com', 'default');

let quiet: QuietChat;
let widgets: Widget[];

beforeEach(() => {
  quiet = createQuietChat();
  widgets = [];
});

afterEach(() => {
  for (const each of widgets) each.unmount();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  vi.restoreAllMocks();
});

async function placed(own: Record<string, unknown> = {}): Promise<Widget & { host: HTMLElement }> {
  const host = document.body.appendChild(document.createElement('natter-chat') as HTMLElement);
  const widget = mount(settingsWith({ consent: 'required', ...own }), { host, launcher: null }, quiet.chat);
  widgets.push(widget);
  await settled();
  return { ...widget, host };
}

const inside = (host: HTMLElement) => within(host.shadowRoot?.querySelector<HTMLElement>('[role=dialog]') ?? host);
const asked = (host: HTMLElement) => inside(host).queryByRole('button', { name: 'Agree and start', hidden: true });

describe('consent', () => {
  it('consent is asked for in the panel, and until then no request is made and nothing is stored', async () => {
    const { host, handle } = await placed();
    handle.open();
    handle.send('Hello');
    await settled();
    expect(handle.state).toMatchObject({ open: true, messages: [] });
    expect(asked(host)).not.toBeNull();
    expect(inside(host).queryByRole('textbox')).toBeNull();
    expect(quiet.asked).toMatchObject({ tokens: 0, sockets: 0 });
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
  });

  it('consent starts the conversation, sends waiting messages, and is reported with version and time', async () => {
    const { host, handle } = await placed({ consentVersion: '2026-01' });
    const heard: unknown[] = [];
    handle.on('consent', detail => heard.push(detail));
    handle.send('Hello');
    handle.send('Is anybody there?');
    await settled();
    asked(host)?.click();
    await settled();
    expect(heard).toEqual([{ version: '2026-01', at: expect.closeTo(Date.now(), -4) }]);
    expect(quiet.asked.tokens).toBe(1);
    expect(handle.state.outbox.map(each => each.text)).toEqual(['Hello', 'Is anybody there?']);
    expect(inside(host).getByRole('textbox', { name: 'Message' })).toBeTruthy();
  });

  it('the consent screen opens automatically if the chat does', async () => {
    const { host, handle } = await placed({ autoOpen: true });
    expect(handle.state.open).toBe(true);
    expect(asked(host)).not.toBeNull();
    expect(quiet.asked.tokens).toBe(0);
  });

  it('"Not now" closes the panel and starts nothing; waiting messages keep waiting', async () => {
    const { host, handle } = await placed();
    handle.send('Hello');
    await settled();
    inside(host).getByRole('button', { name: 'Not now' }).click();
    await settled();
    expect(handle.state.open).toBe(false);
    expect(quiet.asked.tokens).toBe(0);
    handle.open();
    await settled();
    asked(host)?.click();
    expect(handle.state.outbox.map(each => each.text)).toEqual(['Hello']);
  });

  it('an end before the consent drops waiting messages', async () => {
    const { host, handle } = await placed();
    handle.send('Hello');
    handle.end();
    handle.open();
    await settled();
    asked(host)?.click();
    expect(handle.state.outbox).toEqual([]);
  });

  it('consent is remembered, until another version is asked for', async () => {
    const first = await placed();
    first.handle.open();
    await settled();
    asked(first.host)?.click();
    expect(JSON.parse(localStorage.getItem(KEY) ?? '')).toMatchObject({ consent: { version: '1' } });
    first.unmount();
    quiet = createQuietChat();
    const again = await placed();
    again.handle.open();
    await settled();
    expect(asked(again.host)).toBeNull();
    expect(quiet.asked.tokens).toBe(1);
    again.unmount();
    quiet = createQuietChat();
    const next = await placed({ consentVersion: '2' });
    next.handle.open();
    await settled();
    expect(asked(next.host)).not.toBeNull();
    expect(quiet.asked.tokens).toBe(0);
  });

  it('consent is deleted with everything else, and asked for again', async () => {
    const { host, handle } = await placed();
    handle.open();
    await settled();
    asked(host)?.click();
    handle.forget();
    await settled();
    expect(localStorage.getItem(KEY)).toBeNull();
    const { tokens } = quiet.asked;
    handle.open();
    handle.send('Hello');
    await settled();
    expect(asked(host)).not.toBeNull();
    expect(quiet.asked.tokens).toBe(tokens);
  });

  it.each([
    ['session', 0, 1],
    ['nothing', 0, 0],
  ])('with remember: %s the consent lasts as long as the conversation', async (remember, local, session) => {
    const { host, handle } = await placed({ remember });
    handle.open();
    await settled();
    asked(host)?.click();
    await settled();
    expect(quiet.asked.tokens).toBe(1);
    expect([localStorage.length, sessionStorage.length]).toEqual([local, session]);
  });

  it('consent in another tab counts here', async () => {
    const { host, handle } = await placed();
    handle.open();
    await settled();
    localStorage.setItem(KEY, JSON.stringify({ consent: { version: '1', at: 1 } }));
    window.dispatchEvent(new StorageEvent('storage', { key: KEY }));
    await settled();
    expect(asked(host)).toBeNull();
    expect(quiet.asked.tokens).toBe(1);
  });

  it.each([
    ['conversation', () => localStorage],
    ['session', () => sessionStorage],
  ] as const)('consent on the next page counts when the visitor goes back (remember: %s)', async (remember, place) => {
    const { host, handle } = await placed({ remember });
    handle.open();
    await settled();
    place().setItem(KEY, JSON.stringify({ consent: { version: '1', at: 1 } }));
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await settled();
    expect(asked(host)).toBeNull();
  });

  it.each(['conversation', 'session', 'nothing'])(
    'consent in one chat of a page counts in all others with the same key (remember: %s)',
    async remember => {
      const [first, second, other] = [
        await placed({ remember }),
        await placed({ remember }),
        await placed({ remember, widgetId: 'another' }),
      ];
      for (const { handle } of [first, second, other]) handle.open();
      await settled();
      asked(first.host)?.click();
      await settled();
      expect([first, second, other].map(({ host }) => asked(host) === null)).toEqual([true, true, false]);
      await first.handle.forget();
      await settled();
      second.handle.open();
      await settled();
      expect(asked(second.host)).not.toBeNull();
    },
  );

  it.each(['nothing', 'conversation'] as const)(
    'consent holds as long as the page if it cannot be stored, even if the page comes back (remember: %s)',
    async remember => {
      if (remember === 'conversation')
        vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
          throw new DOMException('full', 'QuotaExceededError');
        });
      const choices = createChoices({ broker: 'https://chat.example.com', widgetId: 'w', remember });
      await settled();
      choices.set({ language: 'de' });
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      window.dispatchEvent(new StorageEvent('storage', { key: null }));
      expect(choices.now.value).toEqual({ language: 'de' });
      choices.stop();
    },
  );

  it('consent works even if the page has variables named like a browser’s own classes', () => {
    const choices = createChoices({ broker: 'https://chat.example.com', widgetId: 'w', remember: 'nothing' });
    vi.stubGlobal('CustomEvent', '/api/');
    expect(() => choices.set({ language: 'de' })).not.toThrow();
    vi.unstubAllGlobals();
    expect(choices.now.value).toEqual({ language: 'de' });
    choices.stop();
  });

  it('a damaged consent counts as none', async () => {
    localStorage.setItem(KEY, '{"consent":{"version":1}');
    const { host, handle } = await placed();
    handle.open();
    await settled();
    expect(asked(host)).not.toBeNull();
    expect(screen.queryByText('undefined')).toBeNull();
  });
});
