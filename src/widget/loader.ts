/**
 * What the script tag does: paints the launcher at once, answers `window.Natter` from the first moment, and fetches the rest when the
 * chat is wanted. Until then nothing is stored and no server is asked for anything.
 *
 * A page may call before this script has arrived, through a stub that queues (the README has it): an object with `q`, a list of
 * `[method, ...arguments]`, and perhaps `r`, the function that resolves the stub's own `ready`.
 */

import type { Handler, PublicEventName } from '../client/chat.ts';
import type { ChatState } from '../client/chat-state.ts';
import type { Embed } from './embed.ts';
import type { NatterHandle } from './handle.ts';
import { createLauncher, type Launcher } from './launcher.ts';
import { readSettings, type SettingsInput } from './options.ts';
import { fail, warn } from './warn.ts';

export interface NatterStub {
  q: [method: string, ...args: unknown[]][];
  r?(handle: NatterHandle): void;
}

declare global {
  interface Window {
    Natter?: NatterHandle | NatterStub;
    NatterSettings?: SettingsInput;
  }
}

export interface LoaderParts {
  /** The script's own element; null when it was not run by a tag. */
  readonly script: HTMLScriptElement | null;
  /** Address of the chunk with the rest of the widget. */
  readonly chunkUrl: string;
  /** Fetches a chunk; `url` differs from try to try, because a browser may remember a failed import for ever. */
  fetchChunk(url: string): Promise<{ readonly embed: Embed }>;
}

type Listener = { event: PublicEventName; handler: Handler<PublicEventName>; undo?: () => void };

/** What goes through to the widget as it is, at once or when it has come. */
const METHODS = ['send', 'end', 'startNew', 'setLocale', 'setTheme', 'show', 'hide', 'open', 'close', 'toggle'] as const;

type Method = (typeof METHODS)[number];

/** What `state` is before anything has started. */
const IDLE: ChatState = {
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
  error: null,
  maxMessageBytes: 131_072,
};

export function startLoader(parts: LoaderParts): void {
  const before = window.Natter;
  // A stub has `q` and makes room, and so has what a destroyed widget left; anything else is a widget that lives.
  if (before && !('q' in before)) {
    warn('loaded_twice', 'The script is on this page already; this second one does nothing.');
    return;
  }
  const { settings, warnings } = readSettings({ ...parts.script?.dataset, ...window.NatterSettings });
  for (const { code, message } of warnings) (code.endsWith('broker') ? fail : warn)(code, message);
  if (!settings) return;

  const natter = createStandIn(settings, parts);
  window.Natter = natter;
  before?.q.forEach(([method, ...args]) => {
    (natter as unknown as Record<string, (...args: unknown[]) => void>)[method]?.(...args);
  });
  natter.ready.then(before?.r);
}

/** `window.Natter` as long as the page lives: keeps calls and handlers until the widget has come, then passes them on. */
function createStandIn(settings: Settings, parts: LoaderParts): NatterHandle {
  const listeners = new Set<Listener>();
  const calls: [method: Method, argument: never][] = [];
  let place: Place | undefined;
  let widget: NatterHandle | undefined;
  let wanted = settings.autoOpen || settings.renderMode !== 'floating';
  let loading = false;
  let tries = 0;
  let dead = false;
  let becomeReady: () => void = () => {};

  const natter = {
    ready: new Promise<NatterHandle>(resolve => {
      becomeReady = () => resolve(natter);
    }),
    get state() {
      return widget ? widget.state : structuredClone(IDLE);
    },
    on(event, handler) {
      const listener: Listener = { event, handler: handler as Handler<PublicEventName> };
      listeners.add(listener);
      connect(listener);
      return () => {
        listeners.delete(listener);
        listener.undo?.();
      };
    },
    destroy() {
      call('destroy')
    },
  } as NatterHandle;
  for (const method of METHODS) natter[method] = (argument?: unknown) => call(method, argument as never);
}
