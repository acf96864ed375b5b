/**
 * Runs for the script tag: paints the launcher, provides `window.Natter`, and fetches the application when the visitor uses the chat. Until then it
 * stores nothing and sends no request. Every byte counts here, so code that can wait is elsewhere. A page may call Natter before this script has
 * loaded, through a stub that queues calls (see the README): an object with `q`, a list of `[method, ...arguments]`, and perhaps `r`, the function
 * that resolves the stub's `ready`.
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
  /** The script's element; null if the script was not run by a tag. */
  readonly script: HTMLScriptElement | null;
}

/** The state of initial-state.ts without its null and false fields, to save bytes. */
const idle = (open: boolean) => ({
  open,
  connection: { status: 'idle', phase: 'idle' },
  unread: 0,
  messages: [],
  outbox: [],
  earlier: [],
  suggestions: [],
  party: 'none',
  draft: '',
});

/** Style of an inline chat, which fills its parent, as in ui/styles/tokens.css. */
const INLINE = 'display:block;flex:1;width:-webkit-fill-available;height:100%;min-height:0';

export function startLoader(parts: LoaderParts): void {
  // An element of the page with the id `Natter` would also be found here; it has neither `q` nor `ready`.
  const before = window.Natter as Partial<NatterGlobal> | undefined;
  // Replaces a stub and the handle of a destroyed widget, which have `q`. A handle without `q` belongs to a running widget.
  if (before?.ready && !before.q) {
    warn('loaded_twice', 'Load once.');
    return;
  }
  try {
    const source: Record<string, unknown> = { ...parts.script?.dataset };
    // An undefined member of the object must not erase an attribute.
    for (const [name, value] of Object.entries({ ...window.NatterSettings })) source[name] = value ?? source[name];
    const given = source.broker;
    // Normalises the address, because it is part of the key of a stored conversation.
    source.broker = wholeBroker(given);
    if (!source.broker) {
      warn(`${given ? 'invalid' : 'missing'}_broker`, brokerHint(given), 'error');
      return;
    }
    // Creates the host, which is attached once there is a body. Its style takes it out of the page's layout and overrides all rules of the page
    // that are not `!important`.
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
    // Reports settings that could not be read. Nothing is on the page yet.
    warn('not_started', error as string, 'error');
  }
}
