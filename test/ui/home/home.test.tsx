// @vitest-environment jsdom
/** The first screen in the panel: what it offers, when it goes, and the wish to talk to a person. */

import { signal } from '@preact/signals-core';
import { act, fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ChatState } from '../../../src/client/api/chat-state.ts';
import type { UiSettings } from '../../../src/ui/context/ui-settings.ts';
import { loadHome } from '../../../src/ui/on-need/load-home.ts';
import { message, ONLINE, SETTINGS } from '../fixtures/fake-chat.ts';
import { renderChat, settled } from '../fixtures/render-chat.ts';

const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions();
const THURSDAY_NOON = new Date(2026, 2, 12, 12).getTime();
const OFFICE = { zone, week: { 'mon-fri': '9:00-18:00' } } as const;
const ASK = 'I would like to talk to somebody.';

beforeAll(loadHome);
afterEach(() => vi.useRealTimers());

async function show(change: Partial<UiSettings>, chat: Partial<ChatState> = {}) {
  const settings = signal<UiSettings>({ ...SETTINGS, ...change });
  const rendered = renderChat(chat, { settings });
  await loadHome();
  await settled();
  return { ...rendered, settings };
}

const home = () => document.querySelector<HTMLElement>('[part=home]');
const starters = () => screen.queryByRole('group', { name: 'Ask a question to get started.' });
const labels = () =>
  within(starters() as HTMLElement)
    .getAllByRole('button')
    .map(each => each.textContent);

describe('first screen', () => {
  it('sites without a setting for it have none', async () => {
    await show({});
    expect(home()).toBeNull();
  });

  it('starters are a named group of buttons, and a press sends the text as the visitor’s message', async () => {
    const { chat, container } = await show({
      starters: ['Opening hours', { label: 'Repair', text: 'Mend my chair.' }],
    });
    expect(labels()).toEqual(['Opening hours', 'Repair']);
    fireEvent.click(screen.getByRole('button', { name: 'Repair' }), { detail: 1 });
    fireEvent.click(screen.getByRole('button', { name: 'Repair' }), { detail: 2 });
    expect(chat.calls).toEqual([['send', 'Mend my chair.']]);
    expect(container.querySelector('textarea')).toBe(document.activeElement);
  });

  it('the first screen disappears with the visitor’s first message, not with the greeting', async () => {
    const { chat } = await show({ starters: ['Hello'] }, { messages: [message('agent', 'Welcome')] });
    expect(starters()).toBeTruthy();
    chat.set({ messages: [message('agent', 'Welcome'), message('user', 'Hello')] });
    await settled();
    expect(home()).toBeNull();
  });

  it('links open in a new tab, and say so', async () => {
    const { chat } = await show({ links: [{ label: 'Care guides', url: 'https://acme.example/care' }] });
    const link = screen.getByRole('link', { name: 'Care guides' });
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toBe('noopener noreferrer');
    expect(link.getAttribute('aria-description')).toMatch(/opens in a new tab/);
    fireEvent.click(link);
    expect(chat.emitted[0]?.name).toBe('link');
  });

  it('hours are shown, and other channels come first outside them', async () => {
    vi.useFakeTimers({ now: THURSDAY_NOON, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    await show({ hours: OFFICE, starters: ['Hello'], phone: '+44 20 7946 0123', teamText: ASK });
    expect(home()?.textContent).toMatch(/^You can reach our team until 18:00\./);
    expect(labels()).toEqual(['Hello', 'Talk to our team']);
    expect(screen.queryByRole('link')).toBeNull();
    await act(() => void vi.advanceTimersByTime(6 * 3600_000 + 1000));
    expect(home()?.textContent).toMatch(/^Our team will be back tomorrow at 9:00\.Other ways to reach us\+44/);
    expect(labels()).toEqual(['Hello']);
    await act(() => void vi.advanceTimersByTime(6 * 3600_000));
    expect(home()?.textContent).toMatch(/^Our team will be back at 9:00\./);
  });

  it('other channels are offered once when the chat cannot be reached outside the hours', async () => {
    vi.useFakeTimers({ now: THURSDAY_NOON + 7 * 3600_000, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    const connection = { ...ONLINE, status: 'failed', code: 'broker_unreachable' } as const;
    await show({ hours: OFFICE, phone: '+44 20 7946 0123' }, { connection });
    expect(screen.getAllByRole('group', { name: 'Other ways to reach us' })).toHaveLength(1);
  });

  it('wrong settings are reported once each, and the rest is shown', async () => {
    const { warned, settings } = await show({
      starters: Array.from({ length: 20 }, (_, place) => `Number ${place}`),
      hours: { ...OFFICE, zone: 'Nowhere' },
    });
    expect(labels()).toHaveLength(5);
    settings.value = { ...settings.value };
    await settled();
    expect(warned.map(each => each.slice(0, 10))).toEqual(['"starters"', '"hours": t']);
  });

  it('the first screen appears when a setting asks for it later', async () => {
    const { settings } = await show({});
    settings.value = { ...settings.value, starters: ['Hello'] };
    await loadHome();
    await settled();
    expect(starters()).toBeTruthy();
  });
});

describe('talk to our team', () => {
  const item = () => {
    fireEvent.click(screen.getByRole('button', { name: 'More options' }));
    return screen.queryByRole('menuitem', { name: /^Talk to/ });
  };

  it('the menu of a site without words for it has no such item', async () => {
    await show({});
    expect(item()).toBeNull();
  });

  it('sends the site’s own words', async () => {
    const { chat } = await show({ teamText: { en: ASK, de: 'Bitte ein Mensch.' }, teamNoun: 'the crew' });
    const button = item() as HTMLElement;
    expect(button.textContent).toBe('Talk to the crew');
    fireEvent.click(button);
    expect(chat.calls).toEqual([['send', ASK]]);
  });

  it.each<[string, Partial<ChatState>]>([
    ['a person is there', { party: 'live' }],
    ['the visitor is in line', { party: 'queue' }],
    ['a person has been asked for', { handoff: { stage: 'asked' } }],
    ['the chat has ended', { ended: 'user-end', party: 'none' }],
  ])('the item is disabled while %s', async (_, state) => {
    const { chat } = await show({ teamText: ASK, starters: ['Hello'] }, state);
    expect(labels()).toEqual(['Hello']);
    const button = item() as HTMLElement;
    expect(button.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(button);
    expect(chat.calls).toEqual([]);
  });
});

describe('names of who answers', () => {
  it('nouns are the site’s own, with a capital letter if they stand alone', async () => {
    const { container } = await show({ assistantNoun: 'virtual assistant', teamNoun: 'the crew' });
    expect(container.querySelector('[part=state]')?.textContent).toContain('Virtual assistant');
    expect(container.querySelector('[part=intro]')?.textContent).toBe(
      "You're chatting with Nova, our virtual assistant.",
    );
  });

  it('nouns are ours in a language for which the site has none', async () => {
    const { container } = await show({ assistantNoun: { de: 'virtuellen Assistenten' } });
    expect(container.querySelector('[part=state]')?.textContent).toContain('AI assistant');
  });
});
