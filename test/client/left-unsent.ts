/** A tab with a storage of its own that goes with something unsent, and another one that begins anew meanwhile. */

import type { Custom } from '../../src/protocol/events.ts';
import { type Browser, createBrowser, type Tab } from './browser.ts';

export interface Left {
  readonly browser: Browser;
  readonly first: Tab;
  /** The next page of the first tab; the same one where it only slept. */
  back(): Tab;
}

export function goOffline(browser: Browser, tab: Tab): void {
  browser.online = false;
  tab.signal('offline');
  browser.platform.cut(tab.page);
}

/** The first tab has said something, writes on without a network, and goes. */
export async function leftUnsent(go: (tab: Tab) => void, drafted = '', pairs?: Custom): Promise<Left> {
  const browser = createBrowser({ storage: 'perTab' });
  const first = browser.tab();
  first.chat.send('sent');
  await browser.pass(1_000);
  goOffline(browser, first);
  await browser.pass();
  first.chat.send('unsent', undefined, pairs);
  first.chat.setDraft(drafted);
  await browser.pass(1_000);
  go(first);
  await browser.pass();
  browser.online = true;
  const back = () => {
    if (first.page.gone) return browser.tab(first);
    first.signal('resumed');
    return first;
  };
  return { browser, first, back };
}

export async function another(browser: Browser, said = 'begun anew'): Promise<Tab> {
  const tab = browser.tab();
  tab.chat.send(said);
  await browser.pass(2_000);
  return tab;
}
