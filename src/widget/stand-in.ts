/**
 * `window.Natter` from the first moment: paints the launcher, keeps calls and handlers until the widget has come, then passes them on.
 * It fetches the widget when the chat is wanted, or goes on from an earlier page, and not before.
 */

import { lastKept } from '../browser/marker.ts';
import type { PublicEvents } from '../client/chat.ts';
import type { Embed } from './embed.ts';
import type { NatterHandle } from './handle.ts';
import { idleState } from './idle-state.ts';
import { paintLauncher } from './launcher.ts';
import { warn } from './warn.ts';

export interface Chunk {
  readonly embed: Embed;
}

export interface StandInParts {
  /** Address of the chunk with the panel. */
  readonly chunkUrl: string;
  /** Fetches a chunk. `url` differs from try to try, because browsers may remember for ever that an import failed. */
  fetchChunk(url: string): Promise<Chunk>;
}

/** What is passed on as it is, at once or when the widget has come. */
type Method = Exclude<keyof NatterHandle, 'on' | 'destroy' | 'ready' | 'state'>;

/** One string, which is shorter than eleven. */
const METHODS = 'open close toggle show hide send end startNew forget setLocale setTheme'.split(' ') as Method[];

type Source = Readonly<Record<string, unknown>>;

/** A conversation that was kept less than ten idle minutes ago goes on, in milliseconds. */
const GOES_ON_MS = 600_000;

/** `source` is not validated but for its broker: the chunk does that, and reports. Whatever a value is, a pattern reads it as text. */
export function createStandIn(source: Source, parts: StandInParts): NatterHandle {
  const floating = !/inline|fullscreen/.test(source.renderMode as string);
  const calls: ((widget: NatterHandle) => void)[] = [];
  const errorHandlers: ((detail: PublicEvents['error']) => void)[] = [];
  const keptAt = lastKept(`${source.broker}`, source.widgetId as string);
  // Without a body it waits, as complete as it will be.
  const host = document.createElement('natter-chat');
  const button = paintLauncher(host.attachShadow({ mode: 'open' }), source, source.nonce);
  let widget: NatterHandle | undefined;
  let wanted = !floating || /^(|true)$/.test(source.autoOpen as string);
  /** There is something for the chat to do, open or not. */
  let needed = Date.now() - keptAt < GOES_ON_MS;
  let tries = 0;
  /** Nothing is to be fetched: there is no body yet, or it is under way, or here. */
  let busy = true;
  let dead = 0;
  let ready = (_: NatterHandle): void => {};

  function call(method: Method, argument: never): void {
    if (dead) {
      if (dead++ < 2) warn('destroyed', 'This chat is gone.');
    } else if (widget) widget[method](argument);
    else {
      if (/open|close|toggle/.test(method)) wanted = method === 'toggle' ? !wanted : method === 'open';
      else calls.push(chat => chat[method](argument));
      if (/show|hide/.test(method)) button.hidden = !floating || method === 'hide';
      // Nothing is fetched only to forget what is not there.
      needed ||= /send|startNew/.test(method) || (method === 'forget' && keptAt > 0);
      loadIfNeeded();
    }
  }

  function loadIfNeeded(): void {
    if (wanted || needed) load();
  }

  function load(): void {
    if (busy) return;
    busy = true;
    button.ariaBusy = 'true';
    parts
      .fetchChunk(parts.chunkUrl + (tries++ ? `?${tries}` : ''))
      .then(handOver)
      .catch(failed);
  }

  function handOver({ embed }: Chunk): void {
    if (dead) return;
    widget = embed(source, { host, button }, wanted || needed);
    for (const run of calls) run(widget);
    if (wanted) widget.open();
  }

  function failed(error: unknown): void {
    // What was to be sent waits for the next try; whether the panel is to open, the visitor says anew.
    busy = wanted = needed = false;
    button.ariaBusy = null;
    const detail = { code: 'load_failed', message: `${error}` };
    if (tries < 2) warn(detail.code, detail.message);
    // Each by itself, so that one that throws harms no other.
    for (const handler of errorHandlers) queueMicrotask(() => handler(detail));
  }

  function begin(): void {
    if (dead) return;
    document.body.append(host);
    busy = false;
    ready(natter);
    loadIfNeeded();
  }

  const natter = {
    ready: new Promise<NatterHandle>(resolve => {
      ready = resolve;
    }),
    get state() {
      return widget ? widget.state : idleState();
    },
    on(event, handler) {
      let undo: (() => void) | undefined;
      let off = false;
      const run = (chat: NatterHandle): void => {
        if (!off) undo = chat.on(event, handler);
      };
      const tell = (detail: object): void => {
        if (!off) handler(detail as never);
      };
      // Told from here: it does not wait for the chat to be opened, and whoever comes late still hears it.
      if (event === 'ready') natter.ready.then(() => tell({}));
      else if (widget) run(widget);
      else calls.push(run);
      if (event === 'error') errorHandlers.push(tell);
      return () => {
        off = true;
        undo?.();
      };
    },
    destroy() {
      if (dead++) return;
      widget?.destroy();
      host.remove();
      // Makes room for the next script tag.
      natter.q = [];
    },
  } as NatterHandle & { q?: [] };
  for (const method of METHODS) natter[method] = (argument?: unknown) => call(method, argument as never);
  button.hidden = !floating || /false/.test(source.showLauncher as string);
  button.onclick = natter.toggle;
  // The visitor is about to click: the panel may come already. That stores nothing and asks nothing of the broker.
  button.onpointerenter = button.onfocus = load;
  if (document.body) begin();
  else document.addEventListener('DOMContentLoaded', begin);
  return natter;
}
