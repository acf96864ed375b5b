/**
 * Manages the visitor's attachments: passes files to the site's `onAttach`, and stores the addresses that it returns until the message is sent.
 * Files are sent nowhere else.
 */

import type { ReadonlySignal, signal } from '@preact/signals-core';
import type { OptionalSettings } from '../context/optional-settings.ts';
import type { Key } from '../i18n/catalogue.ts';
import type { safeHref } from '../links/safe-url.ts';
import { isAllowed, type Limits, readLimits } from './attach-limits.ts';

/** Files that are being uploaded to the site, or one file that has been uploaded. */
export interface Entry {
  readonly key: number;
  readonly state: 'busy' | 'failed' | 'ready';
  readonly files: readonly File[];
  readonly name: string;
  /** Address of a file that is ready. */
  readonly href: string;
}

/** The reason why files were refused, in words for the visitor. */
export interface Refusal {
  readonly words: Key;
  readonly params: { readonly name: string; readonly count: number };
}

export interface Attachments {
  readonly entries: ReadonlySignal<readonly Entry[]>;
  readonly refusals: ReadonlySignal<readonly Refusal[]>;
  limits(): Limits;
  add(files: readonly File[]): void;
  retry(entry: Entry): void;
  /** Removes an entry; cancels its upload. */
  remove(key: number): void;
  compose(text: string): string;
  sent(): void;
}

export interface AttachmentsKit {
  readonly signal: typeof signal;
  readonly safeHref: typeof safeHref;
}

const LONGEST_NAME = 80;

export function createAttachments(
  kit: AttachmentsKit,
  settings: ReadonlySignal<OptionalSettings>,
  warn: (code: string, message: string) => void,
): Attachments {
  const entries = kit.signal<readonly Entry[]>([]);
  const refusals = kit.signal<readonly Refusal[]>([]);
  const uploads = new Map<number, AbortController>();
  const told = new Set<string>();
  let keys = 0;

  /** Warns of each kind of problem once. */
  function tell(code: string, kind: string, message: string): void {
    if (!told.has(kind)) warn(code, message);
    told.add(kind);
  }

  function limits(): Limits {
    const read = readLimits(settings.peek().attachLimits);
    for (const fault of read.faults) tell('invalid_setting', fault, fault);
    return read;
  }

  const without = (key: number): readonly Entry[] => entries.peek().filter(each => each.key !== key);

  function add(given: readonly File[]): void {
    const most = limits();
    const refused = new Map<Key, Refusal>();
    const refuse = (words: Key, name: string, count: number): void => {
      if (!refused.has(words)) refused.set(words, { words, params: { name, count } });
      tell('invalid_setting', words, `"attachLimits": ${TROUBLES[words as keyof typeof TROUBLES]}`);
    };
    const fitting = given.filter(file => {
      const isSmall = file.size <= most.megabytes * 1e6;
      if (!isAllowed(file, most)) refuse('attachType', nameOf(file.name), 0);
      else if (!isSmall) refuse('attachTooLarge', nameOf(file.name), most.megabytes);
      return isSmall && isAllowed(file, most);
    });
    const room = most.files - entries.peek().reduce((sum, { files }) => sum + files.length, 0);
    const taken = fitting.slice(0, Math.max(0, room));
    if (taken.length < fitting.length) refuse('attachTooMany', '', most.files);
    refusals.value = [...refused.values()];
    if (taken.length > 0) void upload(entryOf(taken), most.seconds);
  }

  const entryOf = (files: readonly File[], state: Entry['state'] = 'busy', href = '', name = ''): Entry => {
    keys += 1;
    return { key: keys, state, files, name: name || files.map(each => nameOf(each.name)).join(', '), href };
  };

  async function upload(entry: Entry, seconds: number): Promise<void> {
    const { key, files } = entry;
    const abort = new AbortController();
    uploads.set(key, abort);
    entries.value = [...without(key), entry];
    let fault = '';
    const [results, stop] = [
      ask(files, abort.signal),
      new Promise<never>((_, reject) => {
        abort.signal.onabort = () => reject('');
      }),
    ];
    const timer = setTimeout(() => {
      fault = `took longer than ${seconds} seconds`;
      abort.abort();
    }, seconds * 1000);
    // Reads the answer here, because an object of the site may throw when it is read.
    const read = (list: unknown) =>
      files.map((file, place) => linkOf(kit.safeHref, Array.isArray(list) ? list[place] : null, file));
    const found = await Promise.race([results, stop])
      .then(read)
      .catch(error => {
        fault ||= `failed: ${error}`;
      });
    clearTimeout(timer);
    // Stops if the visitor has cancelled the upload.
    if (uploads.get(key) !== abort) return;
    uploads.delete(key);
    const links = files.map((file, place) => [file, found?.[place]] as const);
    const lost = links.filter(([, link]) => !link).map(([file]) => file);
    const ready = links.flatMap(([file, link]) => (link ? [entryOf([file], 'ready', link.href, link.name)] : []));
    const failed = lost.length > 0 ? [entryOf(lost, 'failed')] : [];
    entries.value = [...without(key), ...ready, ...failed];
    if (failed[0]) tell('handler_failed', 'hook', `"onAttach" ${fault || NONSENSE}. The visitor can try again.`);
  }

  /** Async, because a hook may also throw before it returns a promise. */
  const ask = async (files: readonly File[], signal: AbortSignal): Promise<unknown> =>
    settings.peek().onAttach?.(files, { signal });

  return {
    entries,
    refusals,
    limits,
    add,
    retry(entry) {
      void upload({ ...entry, state: 'busy' }, limits().seconds);
    },
    remove(key) {
      const abort = uploads.get(key);
      uploads.delete(key);
      abort?.abort();
      entries.value = without(key);
      refusals.value = [];
    },
    compose(text) {
      const list = entries.value;
      if (list.some(each => each.state === 'busy')) return '';
      const links = list.filter(each => each.href).map(({ name, href }) => `[${name}](${href})`);
      return links.length > 0 ? [text.trimEnd(), links.join('\n')].filter(Boolean).join('\n\n') : text;
    },
    sent() {
      entries.value = entries.peek().filter(each => !each.href);
      refusals.value = [];
    },
  };
}

const NONSENSE = 'must return [{ url, name }] with an https address for each file, in their order';

const TROUBLES = {
  attachTooMany: 'a visitor chose more files than "files" allows. The first ones are taken.',
  attachTooLarge: 'a visitor chose a file larger than "megabytes" allows. It is left out.',
  attachType: 'a visitor chose a file of a type that is not in "types". It is left out.',
};

/** Returns the link to a file that the site has stored; null if the site's entry is unusable. */
function linkOf(
  safeHref: AttachmentsKit['safeHref'],
  result: unknown,
  file: File,
): { readonly href: string; readonly name: string } | null {
  const { url, name } = Object(result) as { readonly url?: unknown; readonly name?: unknown };
  const href = safeHref(url instanceof URL ? url.href : typeof url === 'string' ? url : '');
  if (!href?.startsWith('https:')) return null;
  // Brackets would end the link.
  const inLink = href.replace(/[()]/g, each => (each === '(' ? '%28' : '%29'));
  return { href: inLink, name: (typeof name === 'string' && nameOf(name)) || nameOf(file.name) };
}

/** Returns a name that fits into a Markdown link and on one line. */
function nameOf(text: string): string {
  const plain = text.replace(/[\p{C}[\]\\`<>*\s]+/gu, ' ').trim() || 'file';
  const letters = [...plain];
  return letters.length > LONGEST_NAME ? `${letters.slice(0, 64).join('')}…${letters.slice(-15).join('')}` : plain;
}
