/**
 * `window.Natter` from the first moment: paints the launcher, keeps calls and handlers until the widget has come, then passes them on.
 * It fetches the widget when the chat is wanted, and not before.
 */

import type { Handler, PublicEventName, PublicEvents } from '../client/chat.ts';
import type { ChatState } from '../client/chat-state.ts';
import type { Embed, Painted } from './embed.ts';
import type { NatterHandle } from './handle.ts';
import { paintLauncher } from './launcher.ts';
import { warn } from './warn.ts';

export interface Chunk {
  readonly embed: Embed;
}

export interface StandInParts {
  /** Address of the chunk with the rest of the widget. */
  readonly chunkUrl: string;
  /** Fetches a chunk. `url` differs from try to try, because browsers may remember for ever that an import failed. */
  fetchChunk(url: string): Promise<Chunk>;
}

/** What `state` is before anything has started. */
export const idleState = (): ChatState => ({
  connection: { status: 'idle', phase: 'idle', code: null, retryAt: null },
  open: false,
  unread: 0,
  messages: [],
  outbox: [],
  suggestions: [],
  party: 'none',
  agent: null,
  typing: null,
  handoff: null,
  language: null,
  draft: '',
  ended: null,
  idle: null,
  error: null,
  maxMessageBytes: 130_816,
});

/** What is passed on as it is, at once or when the widget has come. */
const METHODS = [
  'open',
  'close',
  'toggle',
  'show',
  'hide',
  'send',
  'end',
  'startNew',
  'setLocale',
  'setTheme',
] as const;

type Method = (typeof METHODS)[number];

type Source = Readonly<Record<string, unknown>>;

/** `source` is not validated but for its broker: the chunk does that, and reports. Whatever a value is, a pattern reads it as text. */
export function createStandIn(source: Source, parts: StandInParts): NatterHandle {
  const floating = (source.renderMode ?? 'floating') === 'floating';
  const calls: [method: Method, argument: never][] = [];
  const listeners = createListeners();
  let painted: Painted | undefined;
  let widget: NatterHandle | undefined;
  let wanted = !floating || /^(|true)$/.test(source.autoOpen as string);
  let tries = 0;
  let loading = false;
  let dead = 0;

  function call(method: Method, argument: never): void {
    if (dead) {
      if (dead++ < 2) warn('destroyed', 'This chat is gone.');
    } else if (widget) widget[method](argument);
    else if (!painted) calls.push([method, argument]);
    else {
      if (/open|close|toggle/.test(method)) wanted = method === 'toggle' ? !wanted : method === 'open';
      else calls.push([method, argument]);
      if (/show|hide/.test(method)) painted.button.hidden = method === 'hide' || !floating;
      if (wanted || /send|startNew/.test(method)) load();
    }
  }

  function load(): void {
    if (loading || widget || !painted) return;
    loading = true;
    painted.button.ariaBusy = 'true';
    parts
      .fetchChunk(parts.chunkUrl + (tries++ ? `?${tries}` : ''))
      .then(handOver)
      .catch(failed);
  }

  function handOver({ embed }: Chunk): void {
    if (dead || !painted) return;
    widget = embed(source, painted);
    listeners.connect(widget);
    for (const [method, argument] of calls) widget[method](argument);
    if (wanted) widget.open();
  }

  function failed(error: unknown): void {
    // What was to be sent waits for the next try; whether the panel is to open, the visitor says anew.
    loading = wanted = false;
    if (painted) painted.button.ariaBusy = null;
    const message = `The chat could not be loaded. ${error}`;
    if (tries < 2) warn('load_failed', message);
    listeners.fail({ code: 'load_failed', message });
  }

  function begin(): void {
    if (dead) return;
    painted = paint(source, natter.toggle, load);
    painted.button.hidden = !floating || /false/.test(source.showLauncher as string);
    listeners.ready(natter);
    for (const [method, argument] of calls.splice(0)) call(method, argument);
    if (wanted) load();
  }

  const natter = {
    ready: listeners.whenReady,
    get state() {
      return widget ? widget.state : idleState();
    },
    on: listeners.add,
    destroy() {
      if (dead++) return;
      widget?.destroy();
      painted?.host.remove();
      // Makes room for the next script tag.
      natter.q = [];
    },
  } as unknown as NatterHandle & { q?: [] };
  for (const method of METHODS) natter[method] = (argument?: unknown) => call(method, argument as never);
  if (document.body) begin();
  else document.addEventListener('DOMContentLoaded', begin);
  return natter;
}

/** `near` is called when the visitor is about to click: the widget may come already. That stores nothing and asks nothing of the broker. */
function paint(source: Source, click: () => void, near: () => void): Painted {
  const host = document.createElement('natter-chat');
  const button = paintLauncher(host.attachShadow({ mode: 'open' }), source, source.nonce);
  button.onclick = click;
  button.onpointerenter = button.onfocus = near;
  document.body.append(host);
  return { host, button };
}

/** Handlers put on before the widget has come, and after. */
function createListeners() {
  type Listener = { event: PublicEventName; handler: Handler<PublicEventName>; undo?: () => void };
  const all = new Set<Listener>();
  let widget: NatterHandle | undefined;
  let ready = (_: NatterHandle): void => {};
  const whenReady = new Promise<NatterHandle>(resolve => {
    ready = resolve;
  });
  const connect = (listener: Listener): void => {
    if (widget && listener.event !== 'ready') listener.undo = widget.on(listener.event, listener.handler);
  };
  return {
    ready,
    whenReady,
    add(event: PublicEventName, handler: Handler<PublicEventName>): () => void {
      const listener: Listener = { event, handler };
      all.add(listener);
      connect(listener);
      // Told from here: it does not wait for the chat to be opened, and whoever comes late still hears it.
      if (event === 'ready') whenReady.then(() => all.has(listener) && handler({} as never));
      return () => {
        all.delete(listener);
        listener.undo?.();
      };
    },
    connect(to: NatterHandle): void {
      widget = to;
      all.forEach(connect);
    },
    /** Tells an error. Each handler by itself, so that one that throws harms no other. */
    fail(detail: PublicEvents['error']): void {
      for (const listener of all)
        if (listener.event === 'error') queueMicrotask(() => listener.handler(detail as never));
    },
  };
}
