// @vitest-environment jsdom

import { signal } from '@preact/signals-core';
import { act, screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createServices } from '../../../src/ui/services/services.ts';
import { createFakeChat, SETTINGS } from '../fixtures/fake-chat.ts';
import { renderChat } from '../fixtures/render-chat.ts';

let level: string | undefined;
const asked: { url: string; credentials: string | undefined }[] = [];

beforeEach(() => {
  level = 'ok';
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (url: string, { credentials }: RequestInit) => {
    asked.push({ url, credentials });
    return level === undefined ? new Response('', { status: 502 }) : Response.json({ level });
  });
});
afterEach(() => {
  asked.length = 0;
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Renders a panel whose broker offers the endpoints of these names. */
async function render(offers: readonly string[], settings = SETTINGS, open = true) {
  const chat = Object.assign(createFakeChat({ open }), { offers: signal(offers) });
  const services = createServices(() => {}, { broker: 'https://chat.example.com/', brokerCookies: true });
  renderChat(chat, { services, settings: signal(settings) });
  if (offers.length > 0) await act(async () => void (await services.status.fetch()));
  await pass(0);
  return chat;
}

const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
const line = () => screen.queryAllByRole('status').map(({ textContent }) => textContent);

describe('the state of the platform', () => {
  it('is asked when the panel opens, and said calmly', async () => {
    level = 'slow';
    const chat = await render(['status']);
    expect(asked).toEqual([{ url: 'https://chat.example.com/status', credentials: 'include' }]);
    expect(line()).toContain('Replies are slower than usual right now.');
    expect(chat.emitted).toContainEqual({
      name: 'status',
      detail: { level: 'slow', text: 'Replies are slower than usual right now.' },
    });
  });

  it('is asked again each minute until all is well, and no longer', async () => {
    level = 'trouble';
    const chat = await render(['status']);
    level = 'ok';
    await pass(60_000);
    expect(line().join()).not.toContain('trouble');
    expect(chat.emitted.at(-1)).toEqual({ name: 'status', detail: { level: 'ok', text: '' } });
    await pass(600_000);
    expect(asked).toHaveLength(2);
  });

  it('is asked when trouble begins', async () => {
    const chat = await render(['status']);
    await pass(10_000);
    level = 'busy';
    act(() => chat.set({ error: { code: 'high_load', message: '' } }));
    await pass(0);
    expect(line()).toContain('Many people are chatting right now. Replies may take a little longer.');
  });

  it('is asked once if the panel is opened and closed quickly', async () => {
    const chat = await render(['status']);
    for (const open of [false, true, false, true]) act(() => chat.set({ open }));
    await pass(1_000);
    expect(asked).toHaveLength(1);
    await pass(5_000);
    expect(asked).toHaveLength(2);
  });

  it('stays as it is if no answer comes', async () => {
    level = 'slow';
    const chat = await render(['status']);
    level = undefined;
    await pass(60_000);
    expect(line()).toContain('Replies are slower than usual right now.');
    expect(chat.emitted.filter(({ name }) => name === 'status')).toHaveLength(1);
  });

  it('is not asked of a broker that does not know it, nor while the panel is closed', async () => {
    await render([]);
    await render(['status'], SETTINGS, false);
    await pass(60_000);
    expect(asked).toEqual([]);
  });

  it('is said in the site’s own words', async () => {
    level = 'slow';
    await render(['status'], { ...SETTINGS, texts: { statusSlow: 'Bear with us.' } });
    expect(line()).toContain('Bear with us.');
  });
});
