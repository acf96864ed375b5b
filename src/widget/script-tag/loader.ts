/**
 * Runs for the script tag: paints the launcher at once, provides `window.Natter` from the first moment, and fetches the application when
 * the visitor uses the chat. Until then nothing is stored and no request is sent. Every byte counts here: code that can wait is elsewhere.
 * A page may call before this script has loaded, through a stub that queues calls (see the README): an object with `q`, a list of `[method,
 * ...arguments]`, and perhaps `r`, the function that resolves the stub's own `ready`.
 */

import type { NatterHandle } from '../handle/handle.ts';
import type { NatterGlobal } from '../handle/page-globals.ts';
import type { FetchParts } from '../painted/fetching.ts';
import { brokerHint, wholeBroker } from '../settings/broker-url.ts';
import { warn } from '../warn.ts';
import { createStandIn } from './early-api.ts';
import { findTarget } from './find-target.ts';
import { keepOnPage } from './keep-attached.ts';

export interface LoaderParts extends FetchParts {
  /** The script's own element; null when no tag ran it. */
  readonly script: HTMLScriptElement | null;
}

/** The state of initial-state.ts without its null and false fields, to save bytes: a page only tests if those are set. */
const idle = (open: boolean) => ({
  open,
  connection: { status: 'idle', phase: 'idle' },
  unread: 0,
  messages: [],
  outbox: [],
  suggestions: [],
  party: 'none',
  draft: '',
});

/** Fills the element that contains it, as ui/styles/tokens.css does. */
const INLINE = 'display:block;flex:1;width:-webkit-fill-available;height:100%;min-height:0';

export function startLoader(parts: LoaderParts): void {
  // An element with the id `Natter` would appear here, too, but it has neither `q` nor `ready`.
  const before = window.Natter as Partial<NatterGlobal> | undefined;
  // A stub has `q` and is replaced, as is the object that a destroyed widget leaves behind; anything else is a living widget.
  if (before?.ready && !before.q) {
    warn('loaded_twice', 'Load once.');
    return;
  }
  try {
    const source: Record<string, unknown> = { ...parts.script?.dataset };
    // An undefined member of the object must not erase an attribute.
    for (const [name, value] of Object.entries({ ...window.NatterSettings })) source[name] = value ?? source[name];
    const given = source.broker;
    // The normalised address is part of the key of a stored conversation.
    source.broker = wholeBroker(given);
    if (!source.broker) {
      warn(`${given ? 'invalid' : 'missing'}_broker`, brokerHint(given), 'error');
      return;
    }
    // Attached once there is a body. Outside of the page's layout, and stronger than page rules for unknown elements, except important ones.
    const host = document.createElement('natter-chat');
    host.style.cssText = 'all:initial;position:fixed;z-index:var(--natter-z-index,999999999)';
    host.attachShadow({ mode: 'open' });
    const home = () => {
      const target = /inline/.test(source.renderMode as string) && findTarget(source.target);
      if (target) host.style.cssText = INLINE;
      return target || document.body;
    };
    const natter = createStandIn(source, parts, { host, keep: keepOnPage, home, idle, calls: [] }) as NatterHandle &
      Record<string, (...args: unknown[]) => void>;
    window.Natter = natter;
    for (const [method, ...args] of before?.q ?? []) natter[method]?.(...args);
    natter.ready.then(before?.r);
  } catch (error) {
    // The settings could not even be read. Nothing is on the page yet.
    warn('not_started', error as string, 'error');
  }
}
