/**
 * The handle that exists before the widget is loaded, for the script tag (loader.ts) and for `<natter-chat>` (element.ts). It paints the launcher,
 * and the panel when that is opened. It fetches the widget when the visitor uses the chat, or if a conversation continues from an earlier page.
 * Until the widget has loaded, it queues calls. early-handlers.ts stores event handlers.
 */

import { keptAt, keptKey, unmark } from '../../browser/marker.ts';
import { createOn, LOAD_FAILED, LOAD_WORDS, type Tell } from '../handle/early-handlers.ts';
import type { NatterHandle } from '../handle/handle.ts';
import { nameLauncher, paintLauncher } from '../launcher/paint-launcher.ts';
import { createFetching, type FetchParts } from '../painted/fetching.ts';
import { type PaintedPanel, paintPanel } from '../painted/paint-panel.ts';
import type { EarlyCall, Painted, Wanted } from '../painted/painted.ts';
import { warn } from '../warn.ts';
import type { keepOnPage } from './keep-attached.ts';

/** The widget's element on the page. */
export interface Site {
  /** Element with an open, empty shadow root. */
  readonly host: HTMLElement;
  /** Calls `placed` when the host is on the page. The returned function is called once the widget is destroyed. */
  readonly keep: typeof keepOnPage;
  /** Returns the element that should contain the host. The widget decides this once it has loaded (`Painted.home`). */
  home(): Element | null;
  /** Returns the handle's `state` until there is a widget. */
  readonly idle: (open: boolean) => object;
  /** Collects the early calls. */
  readonly calls: EarlyCall[];
}

/**
 * Methods that are passed on to the widget, and the condition on which each of them fetches it. A call with `never` waits until something else
 * fetches the widget.
 */
const FETCHES = {
  open: 'panel',
  close: 'panel',
  toggle: 'panel',
  show: 'never',
  hide: 'never',
  send: 'always',
  startNew: 'always',
  prompt: 'always',
  callMe: 'always',
  forget: 'kept',
  end: 'never',
  setLocale: 'never',
  setTheme: 'never',
  identify: 'never',
  refreshContext: 'never',
} as const;

type Method = keyof typeof FETCHES;

/** A document that can be prerendered. */
type Ahead = Document & { readonly prerendering?: boolean };

type Source = Readonly<Record<string, unknown>>;

/** Milliseconds for which a stored conversation can be resumed: ten idle minutes. */
const GOES_ON_MS = 600_000;

interface Opening {
  /** The widget, once it has loaded. */
  widget(): NatterHandle | undefined;
  wanted(): Wanted;
  isBusy(): boolean;
  isGone(): boolean;
  /** Makes the call on the widget, or queues it until the widget has loaded. With `now`, fetches the widget. */
  pass(run: EarlyCall, now?: boolean): void;
  want(open: boolean): void;
  /** Paints the wanted state. */
  draw(): void;
  /** Fetches the widget if it is needed. If called with an event, such as the pointer entering the launcher, fetches it in advance. */
  load(ahead?: Event): void;
  retry(): void;
  end(): void;
}

interface OpeningParts {
  readonly source: Source;
  readonly site: Site;
  readonly painted: Painted;
  readonly placed: boolean;
  readonly troubled: readonly Tell[];
  kept(): number;
  handle(): NatterHandle;
}

/** Decides whether the panel should be open, and when to fetch the widget. */
function createOpening(
  parts: FetchParts,
  { source, site, painted, placed, troubled, kept, handle }: OpeningParts,
): Opening {
  const { host, calls } = site;
  const { button } = painted;
  const opensItself = /^(true)?$/.test(source.autoOpen as string);
  const fetching = createFetching(parts, button);
  let widget: NatterHandle | undefined;
  // Does not open automatically if there is a stored conversation, because the visitor may have closed its panel.
  let wanted: Wanted = placed ? 1 : opensItself && !kept();
  /** True if the widget is needed even if the panel is closed. */
  let needed = opensItself;
  /** True after a failed fetch. A press or a restored network tries again; changes of the page do not. */
  let failed = false;
  let gone = false;
  let hasWarned = false;

  function draw(): void {
    const open = !!wanted;
    if (open && host.isConnected) painted.panel ??= paintFor(handle(), source, painted, retry);
    painted.panel?.show(open);
    if (painted.panel) nameLauncher(button, open);
  }

  function load(ahead?: Event): void {
    // Checks for a stored conversation now, not at the start: while this page was prerendered, the previous page may have stored one.
    needed ||= Date.now() - kept() < GOES_ON_MS;
    if (fetching.isBusy() || gone || !host.isConnected || !(needed || ahead || (wanted && !failed))) return;
    painted.panel?.tell('');
    fetching.fetch(
      ({ embed }) =>
        gone ||
        embed(source, painted, wanted, calls, came => {
          widget = came;
        }),
      error => {
        // Tries again after a failed fetch in advance if the visitor is already waiting.
        if (ahead) load();
        if (fetching.isBusy() || gone) return;
        needed = false;
        failed = true;
        tellFailure(painted, troubled, error);
      },
    );
  }

  function retry(): void {
    failed = false;
    load();
  }

  return {
    widget: () => widget,
    wanted: () => wanted,
    isBusy: fetching.isBusy,
    isGone: () => gone,
    draw,
    load,
    retry,
    pass(run, now = false) {
      if (gone) {
        if (!hasWarned) warn('destroyed', 'Load again.');
        hasWarned = true;
      } else if (widget) run(widget);
      else {
        calls.push(run);
        needed ||= now;
        load();
      }
    },
    want(open) {
      wanted = open || null;
      draw();
      retry();
    },
    end() {
      gone = true;
    },
  };
}

/**
 * Creates the handle. Of the settings in `source`, only the broker has been checked; the application checks the others later. Values may therefore
 * have any type, and the patterns here read them as texts.
 */
export function createStandIn(source: Source, parts: FetchParts, site: Site): NatterHandle {
  const { host, keep, idle } = site;
  const placed = /inline|fullscreen/.test(source.renderMode as string);
  const key = keptKey(source.broker as string, source.widgetId as string);
  const kept = () => keptAt(key, source.remember);
  const troubled: Tell[] = [];
  const button = paintLauncher(host.shadowRoot as ShadowRoot, source);
  const painted: Painted = {
    host,
    button,
    told: false,
    home: () => ((document as Ahead).prerendering || !button.onclick ? null : site.home()),
  };
  let settle: (natter: NatterHandle) => void;
  const ready = new Promise<NatterHandle>(resolve => {
    settle = resolve;
  });
  const opening = createOpening(parts, { source, site, painted, placed, troubled, kept, handle: () => natter });
  const { pass, load, retry } = opening;

  const natter = {
    ready,
    get state() {
      return opening.widget()?.state ?? idle(!!opening.wanted());
    },
    on: createOn(ready, troubled, pass),
    destroy() {
      if (opening.isGone()) {
        pass(retry);
        return;
      }
      opening.end();
      const widget = opening.widget();
      if (widget) widget.destroy();
      else host.remove();
      removeEventListener('online', retry);
      leave();
      // Makes room for the next script tag.
      natter.q = [];
    },
  } as NatterHandle & { q?: [] };
  addMethods(natter, (method, argument) => {
    const fetches = FETCHES[method];
    const waits = !opening.widget() && !opening.isGone();
    if (fetches === 'panel' && waits) {
      opening.want(method === 'open' || (method === 'toggle' && !opening.wanted()));
      return;
    }
    if (/show|hide/.test(method) && waits) button.hidden = placed || method === 'hide';
    // `forget` fetches the widget only if something is stored.
    const isKept = fetches === 'kept' && waits && kept() > 0;
    if (fetches === 'kept' && waits) unmark(key);
    pass(chat => chat[method](argument as never), isKept || fetches === 'always');
  });
  button.hidden = placed || /false/.test(source.showLauncher as string);
  // Ignores the second click of a double click. A key press on the button, for which `detail` is 0, does not close a panel that is still loading.
  button.onclick = ({ detail }) => {
    if (detail > 1 || (opening.wanted() && opening.isBusy() && !detail)) return;
    natter.toggle();
    if (opening.wanted() && !opening.widget()) painted.panel?.focus();
  };
  // Fetches the application in advance, because the visitor is probably about to click. This stores nothing and sends no request to the broker.
  button.onpointerenter = button.onfocus = load;
  addEventListener('online', retry);
  const leave = keep(
    host,
    () => painted.home(),
    () => {
      settle(natter);
      if (!opening.widget()) opening.draw();
      load();
    },
  );
  return natter;
}

/** Paints the panel. Its buttons call the handle. */
function paintFor(natter: NatterHandle, source: Source, { host, button }: Painted, retry: () => void): PaintedPanel {
  const close = (): void => {
    natter.close();
    button.focus();
  };
  return paintPanel(host.shadowRoot as ShadowRoot, { source, open: natter.open, close, send: natter.send, retry });
}

function addMethods(natter: NatterHandle, act: (method: Method, argument: unknown) => void): void {
  for (const method of Object.keys(FETCHES) as Method[]) natter[method] = (argument?: unknown) => act(method, argument);
}

/** Reports a failed fetch in the panel, to handlers of `error`, and once in the console. */
function tellFailure(painted: Painted, troubled: readonly Tell[], error: unknown): void {
  painted.panel?.tell(LOAD_WORDS);
  if (!painted.told) warn(LOAD_FAILED, error as string);
  painted.told = true;
  for (const tell of troubled) tell({ code: LOAD_FAILED, message: LOAD_WORDS });
}
