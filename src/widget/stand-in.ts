/**
 * The handle from the first moment, for the script tag (loader.ts) and for `<natter-chat>` (element.ts): paints the launcher, keeps calls until
 * the widget has come, then passes them on. It fetches the widget when the chat is wanted, or goes on from an earlier page, and not before.
 * Handlers that wait are early-handlers.ts.
 */

import { keptKey, newestMark } from '../browser/marker.ts';
import { createOn, LOAD_FAILED, LOAD_WORDS, type Tell } from './early-handlers.ts';
import type { NatterHandle } from './handle.ts';
import type { keepOnPage } from './keep-on-page.ts';
import { paintLauncher } from './launcher.ts';
import type { EarlyCall, Embed, Painted, Wanted } from './painted.ts';
import { warn } from './warn.ts';

export interface Chunk {
  readonly embed: Embed;
}

export interface StandInParts {
  /** Name of the application's file. */
  readonly application: string;
  /** Fetches a chunk. `name` differs from try to try, because browsers may remember for ever that an import failed. */
  fetchChunk(name: string): Promise<Chunk>;
}

/** The place of the widget on the page. */
export interface Site {
  /** Has an open, empty shadow root. */
  readonly host: HTMLElement;
  /** Calls `placed` when the host is on the page. The returned function is called once the widget is destroyed. */
  readonly keep: typeof keepOnPage;
  /** Returns `state` for as long as there is no widget. */
  readonly idle: (open: boolean) => object;
  /** Collects the early calls. */
  readonly calls: EarlyCall[];
}

/** What is passed on as it is, at once or when the widget has come. */
type Method = Exclude<keyof NatterHandle, 'on' | 'destroy' | 'ready' | 'state'>;

/**
 * One string, which is shorter than twelve. By their places: the first three say whether the panel is to be open, two concern the launcher,
 * three need the widget, `forget` does where something is kept, and the rest waits until something else does.
 */
const METHODS = 'open close toggle show hide send startNew prompt forget end setLocale setTheme identify'.split(
  ' ',
) as Method[];

const CLOSE = 1;
const SHOW = 3;
const SEND = 5;
const FORGET = 8;

/** A page that the browser renders before anybody is on it. */
type Ahead = Document & { readonly prerendering?: boolean };

type Source = Readonly<Record<string, unknown>>;

/** A conversation that was kept less than ten idle minutes ago goes on, in milliseconds. */
const GOES_ON_MS = 600_000;

/** `source` is not validated but for its broker: the chunk does that, and reports. Whatever a value is, a pattern reads it as text. */
export function createStandIn(source: Source, parts: StandInParts, { host, keep, idle, calls }: Site): NatterHandle {
  // Patterns are as long as it takes to tell one value, or one method, from the others.
  const placed = +/inl|full/.test(source.renderMode as string) as 0 | 1;
  const key = keptKey(source.broker as string, source.widgetId as string);
  const troubled: Tell[] = [];
  const opensItself = /^(true)?$/.test(source.autoOpen as string);
  const root = host.shadowRoot as ShadowRoot;
  const button = paintLauncher(root, source);
  const trouble = document.createElement('p');
  const home = () => ((document as Ahead).prerendering || !button.onclick ? null : document.body);
  const painted: Painted = { trouble, host, button, home };
  let widget: NatterHandle | undefined;
  // What is kept comes back as it was left: a visitor who has closed it is not asked again.
  // Null is the page's or the visitor's own word that it is to be closed, and 1 that nobody has said anything: it stands there of itself.
  let wanted: Wanted = placed || (opensItself && !newestMark(key));
  /** There is something for the chat to do, open or not. */
  let needed = opensItself;
  let tries = 0;
  /** It is under way, or here. */
  let busy: 'true' | null = null;
  /** 1 when it is over, more when a call after that has been answered. */
  let gone = 0;
  let settle: (natter: NatterHandle) => void;
  const ready = new Promise<NatterHandle>(resolve => {
    settle = resolve;
  });

  /** `place`: of the method in METHODS; left out for what only waits, since undefined is neither less nor more than any number. */
  function pass(run: EarlyCall, place: number): void {
    if (gone) gone++ > 1 || warn('destroyed', 'Load again.');
    else if (widget) run(widget);
    else {
      if (place < SHOW) wanted = (place > CLOSE ? !wanted : !place) || null;
      else {
        calls.push(run);
        if (place < SEND) button.hidden = (placed || place > SHOW) as boolean;
        // Nothing is fetched only to forget what is not there.
        else if (place < FORGET || (place === FORGET && newestMark(key) > newestMark(key, true))) needed = true;
      }
      load();
    }
  }

  /** Fetches the widget if there is something for it to do; with an event in any case, but only ahead. */
  function load(ahead?: Event): void {
    // Looked up now, and not when this began: a page that is rendered ahead of time goes on with what the one before it kept meanwhile.
    needed ||= Date.now() - newestMark(key) < GOES_ON_MS;
    if (busy || !host.isConnected || !(needed || ahead || wanted)) return;
    busy = button.ariaBusy = 'true';
    // Some pages' own `remove` throws for what is nowhere.
    if (tries) trouble.remove();
    parts
      .fetchChunk(parts.application + (tries++ ? `?${tries}` : ''))
      .then(
        ({ embed }) =>
          gone ||
          embed(source, painted, wanted, calls, handle => {
            widget = handle;
          }),
      )
      .catch(failed);

    function failed(error: unknown): void {
      busy = button.ariaBusy = null;
      // By now somebody waits for it, who gets a try of their own.
      if (ahead) load();
      if (busy || gone) return;
      if (wanted) root.append(trouble);
      // Where there is no launcher nothing else could be pressed.
      if (placed) button.hidden = false;
      // What was to be sent waits for the next try; whether the panel is to open, the visitor says anew.
      needed = wanted = false;
      if (!trouble.textContent) warn(LOAD_FAILED, error as string);
      trouble.textContent = LOAD_WORDS;
      for (const tell of troubled) tell({ code: LOAD_FAILED, message: LOAD_WORDS });
    }
  }

  const natter = {
    ready,
    get state() {
      return widget ? widget.state : idle(!!wanted);
    },
    on: createOn(ready, troubled, pass as (run: EarlyCall) => void),
    destroy() {
      if (gone) pass(leave, gone);
      else {
        gone = 1;
        if (widget) widget.destroy();
        else host.remove();
        leave();
        // Makes room for the next script tag.
        natter.q = [];
      }
    },
  } as NatterHandle & { q?: [] };
  METHODS.forEach((method, place) => {
    natter[method] = (argument?: unknown) => pass(chat => chat[method](argument as never), place);
  });
  trouble.role = 'alert';
  trouble.className = button.className;
  button.hidden = (placed || /false/.test(source.showLauncher as string)) as boolean;
  // The second half of a double click is not one more, and keys typed on while it comes (0) take nothing back.
  button.onclick = ({ detail }) => detail > 1 || (busy && !detail ? natter.open() : natter.toggle());
  // The visitor is about to click: the panel may come already. That stores nothing and asks nothing of the broker.
  button.onpointerenter = button.onfocus = load;
  const leave = keep(
    host,
    () => painted.home(),
    () => {
      settle(natter);
      load();
    },
  );
  return natter;
}
