import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Chat } from '../../src/client/chat.ts';
import type { MessageItem } from '../../src/client/chat-state.ts';
import type { Saved } from '../../src/client/ports.ts';
import { type Kept, takeSnapshot, writeHead, writeTranscript } from '../../src/session/snapshot.ts';
import { initialState, type SessionState } from '../../src/session/state.ts';
import { createDeferredChat, type DeferredChat } from '../../src/widget/deferred-chat.ts';
import { createQuietChat, type QuietChat, settled } from './quiet-chat.ts';

let warned: string[];

beforeEach(() => {
  warned = [];
  vi.spyOn(console, 'warn').mockImplementation(line => warned.push(`${line}`));
});

afterEach(() => {
  vi.restoreAllMocks();
});

interface Held {
  readonly chat: DeferredChat;
  /** One entry for each time that the engine was fetched: the number of tries before. */
  readonly fetched: number[];
  /** Every call to the engine's chat, in order. */
  readonly calls: (readonly [name: string, ...rest: readonly unknown[]])[];
  arrive(): Promise<void>;
  fail(): Promise<void>;
}

/** A deferred chat whose engine is held back; when it comes it is `engine`. */
function held(engine: Chat = createQuietChat().chat): Held {
  const fetched: number[] = [];
  const calls: Held['calls'] = [];
  let pending: { resolve(make: () => Chat): void; reject(error: Error): void } | undefined;
  const chat = createDeferredChat(tries => {
    fetched.push(tries);
    return new Promise((resolve, reject) => {
      pending = { resolve, reject };
    });
  });
  return {
    chat,
    fetched,
    calls,
    async arrive() {
      pending?.resolve(() => recording(engine, calls));
      await settled();
    },
    async fail() {
      pending?.reject(new Error('no network'));
      await settled();
    },
  };
}

/** The chat itself, which writes down what is asked of it. */
function recording(chat: Chat, calls: Held['calls']): Chat {
  const entries = Object.entries(chat).map(([name, value]) => {
    if (typeof value !== 'function') return [name, value];
    return [
      name,
      (...rest: readonly unknown[]) => {
        calls.push([name, ...rest]);
        return (value as (...rest: readonly unknown[]) => unknown)(...rest);
      },
    ];
  });
  return Object.fromEntries(entries) as Chat;
}

/** A chat that looks into its storage before it does what it is told, as real ones do. */
function slowChat(): QuietChat & { loaded(saved?: Saved): Promise<void> } {
  let finish = (_: Saved): void => {};
  const load = new Promise<Saved>(resolve => {
    finish = resolve;
  });
  const quiet = createQuietChat({
    storage: {
      known: () => true,
      load: () => load,
      save: async () => {},
      discard: async () => {},
      clear: async () => {},
      own: { names: () => [], read: () => null, write() {} },
    },
  });
  return {
    ...quiet,
    async loaded(saved = {}) {
      finish(saved);
      await settled();
    },
  };
}

/** What an earlier page has kept of a conversation whose panel was open. */
function leftOpen(): Saved {
  const state: SessionState = { ...initialState(), panelOpen: true, idle: { lifeAt: Date.now(), askedAt: null } };
  const kept: Kept = { snapshot: takeSnapshot(state), ticket: '' };
  return { head: writeHead(kept), transcript: writeTranscript(kept.snapshot) };
}

const keysOf = (chat: Chat): readonly string[] => chat.messages.peek().map(each => each.key);
const textsOf = (chat: Chat): readonly string[] => chat.outbox.peek().map(each => each.text);
const names = (calls: Held['calls']): readonly string[] => calls.map(([name]) => name);

describe('while the engine is on its way', () => {
  it('[W25] the chat is open and connecting, and takes words', () => {
    const { chat } = held();
    expect(chat.state.value).toEqual(createQuietChat().chat.state.peek());
    chat.open();
    expect(chat.state.value).toMatchObject({ open: true, connection: { status: 'connecting', code: null } });
    chat.setDraft('Where is');
    expect(chat.state.value.draft).toBe('Where is');
    chat.toggle();
    expect(chat.state.value).toMatchObject({ open: false, draft: 'Where is' });
  });

  it('[W25] what is sent shows as waiting at once, as the engine would show it', () => {
    const { chat } = held();
    chat.setDraft('Hello');
    const id = chat.send('Hello');
    const { chat: engine } = createQuietChat();
    engine.send('Hello', id ?? '');
    const [shown] = chat.state.value.messages as readonly MessageItem[];
    const [expected] = engine.state.value.messages as readonly MessageItem[];
    expect(shown).toEqual({ ...expected, at: shown?.at });
    expect(Math.abs((shown?.at ?? 0) - Date.now())).toBeLessThan(60_000);
    expect(chat.state.value).toMatchObject({ outbox: [{ id }], draft: '' });
    expect(chat.outbox.value).toHaveLength(1);
  });

  it.each(['', ' \n\t ', undefined, 42])('[W25] %j is no message', text => {
    const { chat, fetched } = held();
    expect(chat.send(text as string)).toBeNull();
    expect(chat.state.value.messages).toEqual([]);
    expect(fetched).toEqual([]);
  });

  it('[W25] what is no text is left for the engine to refuse in words', async () => {
    const { chat, calls, arrive } = held();
    chat.send(42 as unknown as string);
    chat.load();
    await arrive();
    expect(calls).toContainEqual(['send', 42]);
    expect(chat.state.value.messages).toEqual([]);
  });

  it('[W29] nothing is fetched before somebody opens, sends or starts', () => {
    const quiet = held();
    quiet.chat.close();
    quiet.chat.setDraft('x');
    quiet.chat.end();
    expect(quiet.fetched).toEqual([]);
    for (const call of ['open', 'load', 'startNew', 'forget', 'toggle', 'reconnect'] as const) {
      const { chat, fetched } = held();
      chat[call]();
      chat[call]();
      expect(fetched, call).toEqual([0]);
    }
    const sending = held();
    sending.chat.send('Hello');
    expect(sending.fetched).toEqual([0]);
  });
});

describe('when the engine comes', () => {
  it('[W26] it gets every call once and in order, of what is typed only the last', async () => {
    const { chat, calls, arrive } = held();
    chat.open();
    const first = chat.send('one');
    chat.setDraft('t');
    chat.setDraft('tw');
    chat.rejoin();
    const second = chat.send('two');
    chat.stay();
    chat.retry('r');
    chat.discard('d');
    chat.setDraft('thr');
    chat.close();
    await arrive();
    expect(calls).toEqual([
      ['open'],
      ['send', 'one', first, undefined],
      ['rejoin'],
      ['send', 'two', second, undefined],
      ['stay'],
      ['retry', 'r'],
      ['discard', 'd'],
      ['close'],
      ['setDraft', 'thr'],
    ]);
    calls.length = 0;
    chat.open();
    chat.setDraft('three');
    chat.send('three');
    chat.end();
    chat.startNew();
    chat.reconnect();
    chat.emit('ready', {});
    expect(names(calls)).toEqual(['open', 'setDraft', 'send', 'end', 'startNew', 'reconnect', 'emit']);
    expect(textsOf(chat)).toEqual(['one', 'two', 'three']);
  });

  it('[W26] a toggle is handed over as what it meant, whatever the engine has restored', async () => {
    const { chat, calls, arrive } = held();
    chat.toggle();
    chat.toggle();
    chat.toggle();
    await arrive();
    expect(names(calls)).toEqual(['open', 'close', 'open']);
  });

  it('[W26] what a handler asks for while calls are handed over waits its turn', async () => {
    const { chat, calls, arrive } = held();
    chat.on('message', ({ text }) => {
      if (text === 'one') chat.send('three');
    });
    chat.send('one');
    chat.send('two');
    await arrive();
    expect(calls.filter(([name]) => name === 'send').map(([, text]) => text)).toEqual(['one', 'two', 'three']);
    expect(textsOf(chat)).toEqual(['one', 'two', 'three']);
  });

  it('[W26] handlers hear everything once; one that was taken off hears nothing, before or after', async () => {
    const { chat, arrive } = held();
    const heard: string[] = [];
    chat.on('open', () => heard.push('open'));
    chat.on('open', () => heard.push('undone early'))();
    const undo = chat.on('close', () => heard.push('undone late'));
    chat.on('ready', () => heard.push('ready'));
    chat.emit('ready', {});
    chat.open();
    await arrive();
    undo();
    chat.close();
    const late = chat.on('close', () => heard.push('close'));
    chat.open();
    chat.close();
    late();
    chat.open();
    chat.close();
    expect(heard).toEqual(['ready', 'open', 'open', 'close', 'open']);
  });

  it('[W26] a link can be kept from opening before the engine has come, and a handler that throws harms nothing', async () => {
    const { chat } = held();
    let prevented = false;
    chat.on('link', () => {
      throw new Error('broken');
    });
    chat.on('link', link => link.preventDefault());
    chat.emit('link', {
      href: 'https://example.com/',
      preventDefault() {
        prevented = true;
      },
    });
    expect(prevented).toBe(true);
    await settled();
    expect(warned).toHaveLength(1);
    expect(warned[0]).toContain('handler_failed');
  });

  it('[W27] nothing closes or vanishes while the engine looks into its storage', async () => {
    const engine = slowChat();
    const { chat, arrive } = held(engine.chat);
    const seen: boolean[] = [];
    chat.open();
    chat.send('one');
    chat.setDraft('more');
    const keys = keysOf(chat);
    chat.state.subscribe(({ open, messages, draft }) =>
      seen.push(open && messages.every((each, at) => each.key === keys[at]) && draft === 'more'),
    );
    await arrive();
    expect(engine.chat.state.value).toMatchObject({ open: false, messages: [] });
    expect(chat.state.value).toMatchObject({ open: true, draft: 'more', connection: { status: 'connecting' } });
    expect(keysOf(chat)).toEqual(keys);
    await engine.loaded();
    expect(chat.state.value).toBe(engine.chat.state.value);
    expect(keysOf(chat)).toEqual(keys);
    expect(new Set(seen)).toEqual(new Set([true]));
    expect(engine.asked.tokens).toBe(1);
  });

  it('[W27] what is asked for meanwhile is seen at once, and done once', async () => {
    const engine = slowChat();
    const { chat, calls, arrive } = held(engine.chat);
    chat.open();
    await arrive();
    chat.send('one');
    chat.setDraft('two');
    expect(textsOf(chat)).toEqual(['one']);
    expect(chat.state.value.draft).toBe('two');
    chat.close();
    expect(chat.state.value.open).toBe(false);
    chat.open();
    await engine.loaded();
    expect(names(calls)).toEqual(['open', 'send', 'setDraft', 'close', 'open']);
    expect(chat.state.value).toBe(engine.chat.state.value);
    expect(chat.state.value).toMatchObject({ open: true, draft: 'two' });
    expect(textsOf(chat)).toEqual(['one']);
  });

  it('[W27] a message that the engine refuses goes again, and its error is told', async () => {
    const { chat, arrive } = held();
    const errors: string[] = [];
    chat.on('error', ({ code }) => errors.push(code));
    chat.open();
    chat.send('x'.repeat(200_000));
    chat.send('fits');
    chat.setDraft('kept');
    await arrive();
    expect(textsOf(chat)).toEqual(['fits']);
    expect(chat.state.value).toMatchObject({ open: true, draft: 'kept' });
    expect(errors).toEqual(['message_too_large']);
  });

  it('[W27] a conversation that is only restored stays closed until the engine says otherwise', async () => {
    const engine = slowChat();
    const { chat, arrive } = held(engine.chat);
    chat.load();
    expect(chat.state.value.open).toBe(false);
    await arrive();
    expect(chat.state.value.open).toBe(false);
    await engine.loaded();
    engine.chat.open();
    expect(chat.state.value.open).toBe(true);
  });

  it('[W27] what was sent before the engine came into a conversation that was left open is shown there', async () => {
    const engine = slowChat();
    const { chat, arrive } = held(engine.chat);
    const opened: boolean[] = [];
    chat.load();
    chat.send('I am on the loan page');
    chat.state.subscribe(({ open }) => opened.push(open));
    await arrive();
    await engine.loaded(leftOpen());
    expect(chat.state.value).toBe(engine.chat.state.value);
    expect(chat.state.value).toMatchObject({ open: true, outbox: [{ text: 'I am on the loan page' }] });
    expect(opened.at(-1)).toBe(true);
  });

  it('[W35] forgetting leaves nothing of what was shown, and is passed on', async () => {
    const { chat, calls, arrive } = held();
    chat.open();
    chat.send('secret');
    chat.setDraft('more');
    chat.forget();
    expect(chat.state.value).toMatchObject({ open: false, messages: [], outbox: [], draft: '' });
    await arrive();
    expect(names(calls)).toEqual(['forget']);
    expect(chat.state.value).toMatchObject({ open: false, messages: [], outbox: [], draft: '' });
    expect(chat.connection.value.status).toBe('idle');
  });
});

describe('when the engine does not come', () => {
  it('[W28] the chat says so, keeps everything, and tries again when it is asked to', async () => {
    const { chat, calls, fetched, fail, arrive } = held();
    const errors: string[] = [];
    chat.on('error', ({ code }) => errors.push(code));
    chat.open();
    chat.send('one');
    chat.setDraft('two');
    await fail();
    expect(chat.connection.value).toEqual({ status: 'failed', phase: 'failed', code: 'load_failed', retryAt: null });
    expect(chat.error.value?.code).toBe('load_failed');
    expect(chat.state.value).toMatchObject({ open: true, draft: 'two', outbox: [{ text: 'one' }] });
    chat.send('three');
    chat.setDraft('four');
    expect(fetched).toEqual([0]);
    chat.reconnect();
    expect(chat.state.value).toMatchObject({ connection: { status: 'connecting', code: null }, error: null });
    await fail();
    expect(warned.map(line => line.split(':')[0])).toEqual(['[natter] load_failed']);
    expect(errors).toEqual(['load_failed', 'load_failed']);
    chat.reconnect();
    expect(fetched).toEqual([0, 1, 2]);
    await arrive();
    expect(names(calls)).toEqual(['on', 'open', 'send', 'send', 'setDraft']);
    expect(textsOf(chat)).toEqual(['one', 'three']);
    expect(chat.state.value).toMatchObject({ open: true, draft: 'four', error: null });
  });

  it('[W28] opening it once more tries again, too', async () => {
    const { chat, fetched, fail } = held();
    chat.open();
    await fail();
    chat.close();
    expect(fetched).toEqual([0]);
    chat.open();
    expect(fetched).toEqual([0, 1]);
  });

  it('[W28] a network that comes back is another try, and none when the chat is gone', async () => {
    const { chat, calls, fetched, fail, arrive } = held();
    const back = () => window.dispatchEvent(new Event('online'));
    chat.open();
    chat.send('from the train');
    back();
    expect(fetched).toEqual([0]);
    await fail();
    back();
    back();
    expect(fetched).toEqual([0, 1]);
    await fail();
    back();
    await arrive();
    back();
    expect(fetched).toEqual([0, 1, 2]);
    expect(names(calls)).toEqual(['open', 'send']);

    const other = held();
    other.chat.open();
    await other.fail();
    other.chat.dispose();
    back();
    expect(other.fetched).toEqual([0]);
  });

  it('[W28] an engine that breaks while it starts counts as one that did not come', async () => {
    let broken = true;
    const chat = createDeferredChat(async () => () => {
      if (broken) throw new Error('no such feature');
      return createQuietChat().chat;
    });
    chat.open();
    await settled();
    expect(chat.connection.value.code).toBe('load_failed');
    broken = false;
    chat.reconnect();
    await settled();
    expect(chat.state.value).toMatchObject({ open: true, connection: { phase: 'authorizing', code: null } });
  });
});

describe('disposed', () => {
  it('[W29] while the engine is on its way: it is never started, and nobody hears of anything', async () => {
    const engine = createQuietChat();
    const { chat, calls, fetched, arrive } = held(engine.chat);
    const heard: string[] = [];
    chat.on('error', ({ code }) => heard.push(code));
    chat.open();
    chat.dispose();
    await arrive();
    chat.open();
    chat.send('late');
    chat.reconnect();
    expect(calls).toEqual([]);
    expect(fetched).toEqual([0]);
    expect(engine.asked.tokens).toBe(0);

    const failing = held();
    failing.chat.on('error', ({ code }) => heard.push(code));
    failing.chat.open();
    failing.chat.dispose();
    await failing.fail();
    expect(heard).toEqual([]);
    expect(warned).toEqual([]);
  });

  it('[W29] after the engine has come, or while it is handed its calls: it ends, too', async () => {
    const engine = createQuietChat();
    const { chat, arrive } = held(engine.chat);
    chat.open();
    await arrive();
    expect(engine.asked.listeners).toBe(1);
    chat.dispose();
    expect(engine.asked.listeners).toBe(0);

    const other = createQuietChat();
    const during = held(other.chat);
    during.chat.on('open', () => during.chat.dispose());
    during.chat.open();
    during.chat.send('hello');
    await during.arrive();
    expect(other.asked.listeners).toBe(0);
    expect(other.chat.outbox.value).toEqual([]);
  });
});
