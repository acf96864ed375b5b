/**
 * The handle from the first moment, for the script tag (loader.ts) and for `<natter-chat>` (element.ts): paints the launcher, and the panel as soon as
 * it is wanted; keeps calls until the widget has come, then passes them on. It fetches the widget when the chat is wanted, or goes on from an
 * earlier page, and not before. Handlers that wait are early-handlers.ts.
 */

import { keptAt, keptKey, unmark } from '../browser/marker.ts';
import { createOn, LOAD_FAILED, LOAD_WORDS, type Tell } from './early-handlers.ts';
import type { NatterHandle } from './handle.ts';
import type { keepOnPage } from './keep-on-page.ts';
import { nameLauncher, paintLauncher } from './launcher.ts';
import { paintPanel } from './paint-panel.ts';
import type { EarlyCall, Embed, Painted, Wanted } from './painted.ts';
import { warn } from './warn.ts';

export interface Chunk {
  readonly embed: Embed;
}

export interface StandInParts {
  /** Name of the application's file. */
  readonly application: string;
  /** Fetches a file. `name` differs from try to try, because browsers may remember for ever that an import failed. */
  fetchChunk(name: string): Promise<Chunk>;
}

/** The place of the widget on the page. */
export interface Site {
  /** Has an open, empty shadow root. */
  readonly host: HTMLElement;
  /** Calls `placed` when the host is on the page. The returned function is called once the widget is destroyed. */
  readonly keep: typeof keepOnPage;
  /** Returns where the host belongs until the widget says so. */
  home(): Element | null;
  /** Returns `state` for as long as there is no widget. */
  readonly idle: (open: boolean) => object;
  /** Collects the early calls. */
  readonly calls: EarlyCall[];
}

/** Methods that are passed on as they are, and what has them fetch the widget: `never` waits until something else does. */
const FETCHES = {
  open: 'panel',
  close: 'panel',
  toggle: 'panel',
  show: 'never',
  hide: 'never',
  send: 'always',
  startNew: 'always',
  prompt: 'always',
  forget: 'kept',
  end: 'never',
  setLocale: 'never',
  setTheme: 'never',
  identify: 'never',
} as const;

type Method = keyof typeof FETCHES;

/** A page that the browser renders before anybody is on it. */
type Ahead = Document & { readonly prerendering?: boolean };

type Source = Readonly<Record<string, unknown>>;

/** A conversation that was kept less than ten idle minutes ago goes on, in milliseconds. */
const GOES_ON_MS = 600_000;

/** `source` is not validated but for its broker: the application does that, and reports. Whatever a value is, a pattern reads it as text. */
export function createStandIn(source: Source, parts: StandInParts, site: Site): NatterHandle {
  const { host, keep, idle, calls } = site;
  const placed = /inline|fullscreen/.test(source.renderMode as string);
  const key = keptKey(source.broker as string, source.widgetId as string);
  const kept = () => keptAt(key, source.remember);
  const troubled: Tell[] = [];
  const opensItself = /^(true)?$/.test(source.autoOpen as string);
  const root = host.shadowRoot as ShadowRoot;
  const button = paintLauncher(root, source);
  const painted: Painted = {
    host,
    button,
    told: false,
    home: () => ((document as Ahead).prerendering || !button.onclick ? null : site.home()),
  };
  let widget: NatterHandle | undefined;
  // Kept conversations come back as they were left: a visitor who has closed the panel is not asked again.
  let wanted: Wanted = placed ? 1 : opensItself && !kept();
  /** There is something for the chat to do, open or not. */
  let needed = opensItself;
  let tries = 0;
  /** It is under way, or here. */
  let busy: 'true' | null = null;
  let gone = false;
  /** It could not be fetched: what happens on the page does not try again, but somebody's press or a network that is back does. */
  let failed = false;
  let hasWarned = false;
  let settle: (natter: NatterHandle) => void;
  const ready = new Promise<NatterHandle>(resolve => {
    settle = resolve;
  });

  /** `now`: it needs the widget. */
  function pass(run: EarlyCall, now = false): void {
    if (gone) {
      if (!hasWarned) warn('destroyed', 'Load again.');
      hasWarned = true;
    } else if (widget) run(widget);
    else {
      calls.push(run);
      needed ||= now;
      load();
    }
  }

  function want(open: boolean): void {
    wanted = open || null;
    failed = false;
    draw();
    load();
  }

  /** Paints what is wanted. */
  function draw(): void {
    const open = !!wanted;
    if (open && host.isConnected)
      painted.panel ??= paintPanel(root, {
        source,
        close() {
          natter.close();
          button.focus();
        },
        send: natter.send,
        retry,
      });
    painted.panel?.show(open);
    if (painted.panel) nameLauncher(button, open);
  }

  /** Fetches the widget if there is something for it to do; with an event in any case, but only ahead. */
  function load(ahead?: Event): void {
    // Looked up now, and not when this began: a page that is rendered ahead of time goes on with what the one before it kept meanwhile.
    needed ||= Date.now() - kept() < GOES_ON_MS;
    if (busy || gone || !host.isConnected || !(needed || ahead || (wanted && !failed))) return;
    busy = button.ariaBusy = 'true';
    painted.panel?.tell('');
    parts
      .fetchChunk(parts.application + (tries++ ? `?${tries}` : ''))
      .then(
        ({ embed }) =>
          gone ||
          embed(source, painted, wanted, calls, handle => {
            widget = handle;
          }),
      )
      .catch(giveUp);

    function giveUp(error: unknown): void {
      busy = button.ariaBusy = null;
      // By now somebody waits for it, who gets a try of their own.
      if (ahead) load();
      if (busy || gone) return;
      needed = false;
      failed = true;
      painted.panel?.tell(LOAD_WORDS);
      if (!painted.told) warn(LOAD_FAILED, error as string);
      painted.told = true;
      for (const tell of troubled) tell({ code: LOAD_FAILED, message: LOAD_WORDS });
    }
  }

  function retry(): void {
    failed = false;
    load();
  }

  const natter = {
    ready,
    get state() {
      return widget ? widget.state : idle(!!wanted);
    },
    on: createOn(ready, troubled, pass),
    destroy() {
      if (gone) {
        pass(retry);
        return;
      }
      gone = true;
      if (widget) widget.destroy();
      else host.remove();
      removeEventListener('online', retry);
      leave();
      // Makes room for the next script tag.
      natter.q = [];
    },
  } as NatterHandle & { q?: [] };
  for (const [method, fetches] of Object.entries(FETCHES) as [Method, string][]) {
    natter[method] = (argument?: unknown) => {
      const isOpening = method === 'open' || (method === 'toggle' && !wanted);
      if (fetches === 'panel' && !widget && !gone) want(isOpening);
      else {
        if (/show|hide/.test(method) && !widget) button.hidden = placed || method === 'hide';
        // Nothing is fetched only to forget what is not there.
        const forgets = fetches === 'kept' && !widget && !gone;
        const isKept = forgets && kept() > 0;
        if (forgets) unmark(key);
        pass(chat => chat[method](argument as never), isKept || fetches === 'always');
      }
    };
  }
  button.hidden = placed || /false/.test(source.showLauncher as string);
  // The second half of a double click is not one more, and keys typed on while the panel comes (0) take nothing back.
  button.onclick = ({ detail }) => {
    if (detail > 1 || (wanted && busy && !detail)) return;
    natter.toggle();
    if (wanted && !widget) painted.panel?.focus();
  };
  // The visitor is about to click: the application may come already. That stores nothing and asks nothing of the broker.
  button.onpointerenter = button.onfocus = load;
  addEventListener('online', retry);
  const leave = keep(
    host,
    () => painted.home(),
    () => {
      settle(natter);
      if (!widget) draw();
      load();
    },
  );
  return natter;
}
