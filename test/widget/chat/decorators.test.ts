/** The order of a chat's decorators: with any other, something here is lost, said twice or seen too early. */

import { signal } from '@preact/signals-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Chat } from '../../../src/client/api/chat.ts';
import { decorateForWidget, decorateHeadless } from '../../../src/widget/chat/decorators.ts';
import { createQuietChat, settingsWith } from '../fixtures/quiet-chat.ts';

let warned: string[];

beforeEach(() => {
  warned = [];
  vi.spyOn(console, 'warn').mockImplementation(line => warned.push(`${line}`));
});

afterEach(() => {
  vi.restoreAllMocks();
});

function widget(own: Record<string, unknown>, client: Chat = createQuietChat().chat) {
  const consentMissing = signal(own.consent === 'required');
  const opened: boolean[] = [];
  const parts = { unconsented: consentMissing, preChat: signal(false as const), forgotten() {}, begin() {} };
  const decorated = decorateForWidget(client, settingsWith(own), parts, open => opened.push(open));
  return { ...decorated, client, opened, consent: () => (consentMissing.value = false) };
}

const texts = ({ state }: Chat) => state.value.messages.flatMap(item => (item.kind === 'message' ? [item.text] : []));

/** Changes each text, and takes it down. */
function spelled(seen: string[]) {
  return ({ text }: { readonly text: string }) => {
    seen.push(text);
    return { text: text.toUpperCase() };
  };
}

it('beforeSend receives each message once, and not before the consent', () => {
  const seen: string[] = [];
  const { chat, client, consent } = widget({ consent: 'required', beforeSend: spelled(seen) });
  chat.send('hello');
  expect(seen).toEqual([]);
  consent();
  expect(seen).toEqual(['hello']);
  expect(texts(client)).toEqual(['HELLO']);
});

it('a message that waits for the storage is shown as beforeSend changed it, and passed to beforeShow afterwards', () => {
  const seen: string[] = [];
  const waits = { ...createQuietChat().chat, send: () => 'id-1', settled: signal(false) };
  const { chat } = widget({ beforeSend: spelled([]), beforeShow: spelled(seen) }, waits);
  chat.send('hello');
  expect(texts(chat)).toEqual(['HELLO']);
  expect(seen).toEqual([]);
});

it('beforeShow does not hide the warning about a handler that is not a function', () => {
  for (const beforeShow of [undefined, spelled([])]) {
    const chat = decorateHeadless(createQuietChat().chat, { beforeSend: undefined, beforeShow });
    chat.on('message', 'handler' as never);
  }
  const warning = '[natter] invalid_call: on("message") takes a function. Nothing was registered.';
  expect(warned).toEqual([warning, warning]);
});

it('an inline panel shows the consent screen without beginning a conversation', () => {
  const { chat, isBegun, consent } = widget({ renderMode: 'inline', consent: 'required' });
  expect([chat.state.value.open, isBegun()]).toEqual([true, false]);
  consent();
  expect([chat.state.value.open, isBegun()]).toEqual([true, false]);
  chat.open();
  expect(isBegun()).toBe(true);
});

it.each(['floating', 'inline'])('%s: only calls that open and close count as the page’s own', renderMode => {
  const { chat, client, opened, openItself } = widget({ renderMode });
  openItself();
  client.close();
  chat.send('hello');
  expect(opened).toEqual([]);
  chat.open();
  chat.close();
  expect(opened).toEqual([true, false]);
});

it('without the widget, beforeSend gets no metadata passed as a text', () => {
  const given: unknown[] = [];
  const beforeSend = (message: { readonly text: string }) => {
    given.push(message);
    return message;
  };
  const chat = decorateHeadless(createQuietChat().chat, { beforeSend, beforeShow: undefined });
  chat.send('hello', undefined, 'gold' as never);
  expect(given).toEqual([{ text: 'hello', metadata: {} }]);
  expect(warned).toEqual([expect.stringContaining('Left out.')]);
});
