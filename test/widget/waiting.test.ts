import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keptKey, lastKept, waitingKey } from '../../src/browser/marker.ts';
import type { Chat } from '../../src/client/chat.ts';
import { createDeferredChat, type DeferredChat } from '../../src/widget/deferred-chat.ts';
import { createWaitingRoom } from '../../src/widget/waiting.ts';
import { createQuietChat, settingsWith, settled } from './quiet-chat.ts';

const BROKER = 'https://chat.example.com';
const KEY = waitingKey(BROKER);

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  sessionStorage.clear();
  localStorage.clear();
});

/** One page load: its engine comes when `arrive` is called, and never before. */
function page(own: Record<string, unknown> = {}): { chat: DeferredChat; engine: Chat; arrive(): Promise<void> } {
  const engine = createQuietChat().chat;
  let come = (_: () => Chat): void => {};
  const engineComes = new Promise<() => Chat>(resolve => {
    come = resolve;
  });
  const chat = createDeferredChat(() => engineComes, createWaitingRoom(settingsWith(own)));
  return {
    chat,
    engine,
    async arrive() {
      come(() => engine);
      await settled();
    },
  };
}

describe('what is written before the engine has come', () => {
  it('[W60] waits on the next page under the same id, with the draft and the open panel', async () => {
    const first = page();
    first.chat.open();
    const id = first.chat.send('Hello');
    first.chat.setDraft('and more');
    const { chat, engine, arrive } = page();
    expect(chat.state.value).toMatchObject({ open: false, draft: 'and more', outbox: [{ id, text: 'Hello' }] });
    chat.load();
    expect(chat.state.value).toMatchObject({ open: true, connection: { status: 'connecting' } });
    await arrive();
    expect(engine.outbox.value.map(each => [each.id, each.text])).toEqual([[id, 'Hello']]);
    expect(engine.state.value).toMatchObject({ open: true, draft: 'and more' });
  });

  it('[O13] keeps what goes along with it', async () => {
    const first = page();
    first.chat.send('Hello', 'one', { customer: 'Ada' });
    first.chat.send('Bye', 'two');
    const { chat, engine, arrive } = page();
    const sent = vi.spyOn(engine, 'send');
    chat.load();
    await arrive();
    expect(sent.mock.calls).toEqual([
      ['Hello', 'one', { customer: 'Ada' }],
      ['Bye', 'two', undefined],
    ]);
  });

  it('[W60] stands there until no message of it is queued any more, and a second page doubles nothing', async () => {
    const first = page();
    const id = first.chat.send('Hello');
    await first.arrive();
    expect(sessionStorage.getItem(KEY)).toContain('Hello');
    first.engine.end();
    expect(first.engine.outbox.value[0]?.status).toBe('failed');
    expect(sessionStorage.getItem(KEY)).toBeNull();

    const next = page();
    next.chat.send('Again');
    const copy = page();
    copy.engine.send('Again', copy.chat.outbox.peek()[0]?.id ?? '');
    copy.chat.load();
    await copy.arrive();
    expect(copy.engine.outbox.value.map(each => each.text)).toEqual(['Again']);
    expect(copy.chat.state.value).toBe(copy.engine.state.value);
    expect(id).not.toBeNull();
  });

  it('[G76] a draft waits there until the engine has taken it, connected or not, and not what it becomes afterwards', async () => {
    const first = page();
    first.chat.open();
    first.chat.setDraft('where is');
    expect(sessionStorage.getItem(KEY)).toContain('where is');
    await first.arrive();
    expect(first.engine.state.value).toMatchObject({ draft: 'where is', connection: { status: 'connecting' } });
    first.chat.setDraft('where was');
    expect(first.engine.state.value.draft).toBe('where was');
    expect(sessionStorage.getItem(KEY)).toBeNull();
    expect(page().chat.state.value.draft).toBe('');
  });

  it('[W60] stores nothing but words of the visitor: neither opening nor looking does', () => {
    const { chat } = page();
    chat.open();
    chat.close();
    expect(sessionStorage.length).toBe(0);
    chat.setDraft('x');
    const kept = sessionStorage.getItem(KEY);
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    page();
    expect(sessionStorage.getItem(KEY)).toBe(kept);
    chat.setDraft('');
    expect(sessionStorage.length).toBe(0);
  });

  it('[W60] outlives no page where nothing may be remembered', async () => {
    const { chat } = page({ remember: 'nothing' });
    chat.send('Hello');
    chat.setDraft('more');
    expect(sessionStorage.length).toBe(0);
    page().chat.send('Hello');
    expect(page({ remember: 'nothing' }).chat.outbox.value).toEqual([]);
    await settled();
    expect(sessionStorage.length).toBe(0);
  });

  it.each(['', 'x', '123', '{}', '17{"messages":5}', '1{"messages":[{}],"draft":""}', '1{"messages":[],"draft":7}'])(
    '[W60] what was not written here is left out: %j',
    garbage => {
      sessionStorage.setItem(KEY, garbage);
      expect(page().chat.state.value).toMatchObject({ open: false, draft: '', messages: [] });
    },
  );

  it('[W60] a browser that denies it costs no message', async () => {
    vi.stubGlobal('sessionStorage', undefined);
    const { chat, engine, arrive } = page();
    chat.send('Hello');
    await arrive();
    expect(engine.outbox.value.map(each => each.text)).toEqual(['Hello']);
  });

  it('[W35] is forgotten at once, with every sign of what is kept', () => {
    localStorage.setItem(keptKey(BROKER), `${Date.now()}`);
    sessionStorage.setItem(keptKey(BROKER), `${Date.now()}{}`);
    const { chat } = page();
    chat.send('secret');
    expect(lastKept(BROKER)).toBeGreaterThan(0);
    chat.forget();
    expect(lastKept(BROKER)).toBe(0);
    expect(localStorage.length + sessionStorage.length).toBe(0);
    expect(page().chat.outbox.value).toEqual([]);
  });
});

describe('ending before the engine has come', () => {
  it('[W61] ends here: what waited is gone, the panel closes, and words written later go out alone', async () => {
    const { chat, engine, arrive } = page();
    chat.open();
    chat.send('never mind');
    chat.end();
    expect(chat.state.value).toMatchObject({ open: false, messages: [], draft: '' });
    expect(sessionStorage.length).toBe(0);
    chat.open();
    chat.send('Hello');
    await arrive();
    expect(engine.outbox.value.map(each => each.text)).toEqual(['Hello']);
    expect(engine.state.value).toMatchObject({ open: true, ended: null });
  });

  it('[W61] also after it could not be fetched; then the next words fetch it again', async () => {
    let tries = 0;
    const chat = createDeferredChat(async () => {
      tries += 1;
      throw new Error('no network');
    });
    chat.open();
    await settled();
    expect(chat.connection.value.code).toBe('load_failed');
    chat.end();
    expect(chat.state.value).toMatchObject({ open: false, error: null, connection: { status: 'idle' } });
    chat.send('Hello');
    expect(tries).toBe(2);
    await settled();
  });
});
