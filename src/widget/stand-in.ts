/**
 * `window.Natter` from the first moment: paints the launcher, keeps calls and handlers until the widget has come, then passes them on.
 * It fetches the widget when the chat is wanted, or goes on from an earlier page, and not before.
 */

import { lastKept } from '../browser/marker.ts';
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

/** One string, which is shorter than twelve. */
const METHODS = 'open close toggle show hide send end startNew forget setLocale setTheme prompt'.split(' ') as Method[];

type Source = Readonly<Record<string, unknown>>;

/** A conversation that was kept less than ten idle minutes ago goes on, in milliseconds. */
const GOES_ON_MS = 600_000;

const CODE = 'load_failed';
const WORDS = "Chat couldn't load. Try again.";

/** `source` is not validated but for its broker: the chunk does that, and reports. Whatever a value is, a pattern reads it as text. */
export function createStandIn(source: Source, parts: StandInParts): NatterHandle {
  // Patterns are as long as it takes to tell one value, or one method, from the others.
  const floating = !/inl|full/.test(source.renderMode as string);
  const calls: ((widget: NatterHandle) => void)[] = [];
  const marks = (forget?: boolean): number => lastKept(`${source.broker}`, source.widgetId as string, forget);
  const keptAt = marks();
  const opensItself = /^(|true)$/.test(source.autoOpen as string);
  // Without a body it waits, as complete as it will be.
  const host = document.createElement('natter-chat');
  const root = host.attachShadow({ mode: 'open' });
  const button = paintLauncher(root, source);
  const trouble = document.createElement('p');
  trouble.role = 'alert';
  trouble.className = button.className;
  trouble.textContent = WORDS;
  let widget: NatterHandle | undefined;
  // What is kept comes back as it was left: a visitor who has closed it is not asked again.
  let wanted = !floating || (opensItself && !keptAt);
  /** There is something for the chat to do, open or not. */
  let needed = opensItself || Date.now() - keptAt < GOES_ON_MS;
  let tries = 0;
  /** Nothing is to be fetched: there is no body yet, or it is under way, or here. */
  let busy = true;
  let dead = false;
  let ready: (natter: NatterHandle) => void;

  function call(method: Method, argument: never): void {
    if (widget) widget[method](argument);
    else {
      if (/open|close|toggle/.test(method)) wanted = method === 'toggle' ? !wanted : method === 'open';
      else calls.push(chat => chat[method](argument));
      if (/show|hide/.test(method)) button.hidden = !floating || method === 'hide';
      // Nothing is fetched only to forget what is not there.
      needed = /send|New|pr/.test(method) || (method === 'forget' && keptAt > marks(true)) || needed;
      loadIfNeeded();
    }
  }

  function loadIfNeeded(): void {
    if (wanted || needed) load();
  }

  /** With an event it is only fetched ahead. */
  function load(ahead?: Event): void {
    if (busy) return;
    busy = true;
    button.ariaBusy = 'true';
    trouble.remove();
    parts
      .fetchChunk(parts.chunkUrl + (tries++ ? `?${tries}` : ''))
      .then(handOver)
      .catch(() => failed(ahead));
  }

  function handOver({ embed }: Chunk): void {
    if (dead) return;
    widget = embed(source, { host, button }, wanted || needed);
    for (const run of calls) run(widget);
    if (wanted) widget.open();
  }

  function failed(ahead?: Event): void {
    busy = false;
    button.ariaBusy = null;
    // By now somebody waits for it, who gets a try of their own.
    if (ahead) loadIfNeeded();
    if (busy) return;
    if (wanted) root.append(trouble);
    // What was to be sent waits for the next try; whether the panel is to open, the visitor says anew.
    wanted = needed = false;
    // Why is the browser's to tell, and it does.
    if (tries < 2) warn(CODE, WORDS);
    host.dispatchEvent(new Event(CODE));
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
    on(event, given) {
      let undo: (() => void) | undefined;
      let handler: typeof given | undefined = given;
      const run = (chat: NatterHandle): void => {
        if (handler) undo = chat.on(event, handler);
      };
      const tell = (detail: object): void => handler?.(detail as never);
      // Told from here: it does not wait for the chat to be opened, and whoever comes late still hears it.
      if (event === 'ready') natter.ready.then(tell);
      else if (widget) run(widget);
      else calls.push(run);
      // The host calls each by itself, so that one that throws harms no other.
      if (event === 'error') host.addEventListener(CODE, () => tell({ code: CODE, message: WORDS }));
      return () => {
        handler = undefined;
        undo?.();
      };
    },
    destroy() {
      // Later calls are answered by what it has to say.
      widget?.destroy();
      busy = dead = true;
      host.remove();
      // Makes room for the next script tag.
      natter.q = [];
    },
  } as NatterHandle & { q?: [] };
  for (const method of METHODS) natter[method] = (argument?: unknown) => call(method, argument as never);
  button.hidden = !floating || /false/.test(source.showLauncher as string);
  // The second half of a double click is not one more.
  button.onclick = ({ detail }) => detail > 1 || natter.toggle();
  // The visitor is about to click: the panel may come already. That stores nothing and asks nothing of the broker.
  button.onpointerenter = button.onfocus = load;
  if (document.body) begin();
  else addEventListener('DOMContentLoaded', begin);
  return natter;
}
