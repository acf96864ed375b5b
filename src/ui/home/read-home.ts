/**
 * Reads the settings of the first screen. Omits invalid parts, and returns one sentence for the site's developers about each setting that contains
 * any (widget/chat/report-settings.ts).
 */

import type { HomeSettings } from '../context/home-settings.ts';
import type { safeHref } from '../links/safe-url.ts';
import { type OpeningHours, readHours } from './read-hours.ts';

export interface Home {
  readonly starters: readonly { readonly label: string; readonly text: string }[];
  readonly hours: OpeningHours | null;
  readonly links: readonly { readonly label: string; readonly href: string }[];
  readonly faults: readonly string[];
}

/** Largest number of messages and of links: nobody reads a longer list to its end. */
const MOST = 5;
/** Longest label of a button, in letters. */
const LONGEST_LABEL = 80;

/** Receives `toHref` as an argument, because this chunk must not import anything from the application. */
export function readHome({ starters, hours, links }: HomeSettings, toHref: typeof safeHref): Home {
  const faults: string[] = [];
  const fault = (name: string, words: readonly (string | false)[]): void => {
    const said = words.filter(Boolean).join(' ');
    if (said) faults.push(`"${name}": ${said}`);
  };

  const texts = itemsOf(starters).map(each => {
    const { label, text } = typeof each === 'string' ? { label: each, text: each } : (Object(each) as Item);
    return { label: wordsIn(label), text: wordsIn(text) };
  });
  const sendable = texts.filter(({ label, text }) => label && text);
  const shown = sendable.slice(0, MOST);
  fault('starters', [
    sendable.length < texts.length && 'each is a text, or { label, text }; others are left out.',
    sendable.length > MOST && `there are ${sendable.length}; the first ${MOST} are shown.`,
    shown.some(({ label }) => isLong(label)) &&
      `labels over ${LONGEST_LABEL} characters are cut; write { label, text } for a long text.`,
    !Array.isArray(starters ?? []) && 'it must be a list.',
  ]);

  const week = hours === undefined ? { opening: null, faults: [] } : readHours(hours);
  fault('hours', week.faults);

  const pages = itemsOf(links).map(each => {
    const { label, url } = Object(each) as Item;
    const address = url instanceof URL ? url.href : wordsIn(url);
    const href = (address && toHref(address, document.baseURI)) || '';
    return { label: wordsIn(label), href: isPage(href) ? href : '' };
  });
  const open = pages.filter(({ label, href }) => label && href);
  const near = open.slice(0, MOST);
  fault('links', [
    open.length < pages.length && 'each needs a label and an https address; others are left out.',
    open.length > MOST && `there are ${open.length}; the first ${MOST} are shown.`,
    near.some(({ label }) => isLong(label)) && `labels over ${LONGEST_LABEL} characters are cut.`,
    !Array.isArray(links ?? []) && 'it must be a list.',
  ]);

  return {
    starters: shown.map(each => ({ ...each, label: cut(each.label) })),
    hours: week.opening,
    links: near.map(each => ({ ...each, label: cut(each.label) })),
    faults,
  };
}

interface Item {
  readonly label?: unknown;
  readonly text?: unknown;
  readonly url?: unknown;
}

const itemsOf = (list: unknown): readonly unknown[] => (Array.isArray(list) ? list : []);

const wordsIn = (text: unknown): string => (typeof text === 'string' ? text.trim() : '');

/** Allows http on the page's own site, so that a page can be tried without TLS. */
const isPage = (href: string): boolean => /^https:/.test(href) || href.startsWith(`${location.origin}/`);

const isLong = (label: string): boolean => [...label].length > LONGEST_LABEL;

const cut = (label: string): string =>
  isLong(label) ? `${[...label].slice(0, LONGEST_LABEL).join('').trim()}…` : label;
