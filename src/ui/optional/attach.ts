/** Draws the button for attachments, and the list of those that will be sent with the next message. Accepts files that are dropped or pasted. */

import type { ComponentChild, ComponentType } from 'preact';
import type { T } from '../i18n/translate.ts';
import type { Attachments, AttachmentsKit, Entry } from './attachments.ts';

/** Functions and components of the panel. Hooks and `h` must come from the panel's copy of Preact. */
export type Kit = AttachmentsKit &
  Pick<typeof import('preact'), 'h'> &
  Pick<typeof import('preact/hooks'), 'useEffect' | 'useRef'> &
  Pick<typeof import('../context/hooks.ts'), 'useDisclaimer' | 'useUi'> &
  Pick<typeof import('../context/use-signal.ts'), 'useSelected' | 'useSignal'> &
  Pick<typeof import('../kit/Icon.tsx'), 'Icon'> &
  Pick<typeof import('../kit/Link.tsx'), 'Link'> &
  Pick<typeof import('../i18n/panel-language.ts'), 'inLanguage'> &
  Pick<typeof import('../focus/focus.ts'), 'focusOnward'>;

const CLIP =
  'M19 11.5l-7.2 7.2a4.6 4.6 0 0 1-6.5-6.5L13 4.5a3.1 3.1 0 0 1 4.4 4.4l-7.7 7.7a1.6 1.6 0 0 1-2.2-2.2L14.5 7.4';

export function createAttach(kit: Kit, files: Attachments): ComponentType {
  const { h, useEffect, useRef, useSelected, useUi } = kit;

  return function Attach() {
    const { settings, speech } = useUi();
    const isOn = !!useSelected(() => settings.value.onAttach);
    const { t } = useSelected(() => speech.language.value);
    const entries = useSelected(() => files.entries.value);
    const refusals = useSelected(() => files.refusals.value);
    const input = useRef<HTMLInputElement>(null);
    useEffect(() => {
      const panel = input.current?.closest<HTMLElement>('.panel');
      return panel ? receive(panel, files) : undefined;
    }, [isOn]);
    if (!isOn) return null;

    const newest = entries.at(-1);
    return [
      h('input', {
        ref: input,
        type: 'file',
        multiple: true,
        hidden: true,
        accept: files.limits().types.join(','),
        onChange({ currentTarget }) {
          files.add([...(currentTarget.files ?? [])]);
          // Clears the input, because choosing the same file again would otherwise have no effect.
          currentTarget.value = '';
        },
      }),
      h(
        'button',
        {
          type: 'button',
          class: 'icon attach',
          part: 'attach',
          'aria-label': t('attach'),
          title: t('attach'),
          onClick: () => input.current?.click(),
        },
        clip(kit),
      ),
      entries.length > 0 &&
        h(
          'ul',
          { class: 'attached', part: 'attachments' },
          entries.map(entry => row(kit, files, entry, t)),
        ),
      h(
        'div',
        { class: 'attach-said', role: 'status' },
        refusals.map(({ words, params }) => h('p', { class: 'detail' }, t(words, params))),
        newest && h('p', { class: 'visually-hidden' }, said(newest, t)),
      ),
    ] as unknown as ComponentChild as never;
  };
}

const clip = ({ h }: Pick<Kit, 'h'>): ComponentChild =>
  h('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, h('path', { d: CLIP }));

function said({ state, files, name }: Entry, t: T): string {
  if (state === 'busy') return t('attaching', { count: files.length });
  return state === 'failed' ? t('attachFailed') : t('attachReady', { name });
}

function row({ h, Icon, focusOnward }: Kit, files: Attachments, entry: Entry, t: T): ComponentChild {
  const { key, name, state } = entry;
  const leave = (event: MouseEvent, act: () => void): void => {
    const panel = (event.currentTarget as HTMLElement).closest('.panel');
    act();
    focusOnward(panel);
  };
  const button = (props: object, act: () => void, children: ComponentChild): ComponentChild =>
    h('button', { type: 'button', ...props, onClick: (event: MouseEvent) => leave(event, act) }, children);
  const remove = state === 'busy' ? t('attachCancel') : t('attachRemove', { name });
  return h(
    'li',
    { key, class: `attached-${state}`, part: `attachment ${state}-attachment` },
    h(
      'span',
      { class: 'attached-words' },
      h('bdi', null, name),
      state !== 'ready' &&
        h(
          'span',
          { class: 'detail' },
          `${said(entry, t)} `,
          state === 'failed' &&
            button({ class: 'button quiet', part: 'button' }, () => files.retry(entry), t('tryAgain')),
        ),
    ),
    button({ class: 'icon', part: 'remove-attachment', title: remove, 'aria-label': remove }, () => files.remove(key), [
      h(Icon, { name: 'close' }),
    ]),
  );
}

/** Accepts files that are dropped on the panel or pasted into it, until the returned function is called. */
function receive(panel: HTMLElement, { add }: Attachments): () => void {
  const listening = new AbortController();
  const on = <K extends keyof HTMLElementEventMap>(type: K, handle: (event: HTMLElementEventMap[K]) => void): void =>
    panel.addEventListener(type, handle, listening);
  const mark = (over: boolean) => panel.toggleAttribute('data-drop', over);
  // Past chats cover the list of attachments.
  const carriesFiles = (data: DataTransfer | null) =>
    data?.types.includes('Files') && !panel.classList.contains('covered');
  on('dragover', event => {
    const { dataTransfer: data } = event;
    if (!data || !carriesFiles(data)) return;
    event.preventDefault();
    // Overrides the panel, which refuses files (focus/ModalBehaviour.tsx).
    data.dropEffect = 'copy';
    mark(true);
  });
  on('dragleave', event => {
    if (!panel.contains(event.relatedTarget as Node | null)) mark(false);
  });
  on('drop', event => {
    mark(false);
    if (!carriesFiles(event.dataTransfer)) return;
    // Keeps the browser from opening the file in place of the page.
    event.preventDefault();
    add([...(event.dataTransfer?.files ?? [])]);
  });
  on('paste', event => {
    const { clipboardData: data } = event;
    // Ignores files beside text: some programs add a picture of the text that was copied.
    if (!data?.files.length || data.types.includes('text/plain')) return;
    event.preventDefault();
    add([...data.files]);
  });
  return () => {
    listening.abort();
    mark(false);
  };
}

/** Matches a link as `compose` writes it, on a line of its own at the end. */
const LAST_LINK = /(?:^|\n)\s*\[([^\]\n]+)\]\((https:\/\/[^\s()]+)\)\s*$/;

/** Removes the links from the end of a visitor's message, and draws them. */
export function withoutLinks(kit: Kit, text: string): readonly [string, ...ComponentChild[]] {
  const { h, Link, safeHref } = kit;
  const links: ComponentChild[] = [];
  let rest = text;
  for (let found = LAST_LINK.exec(rest); found; found = LAST_LINK.exec(rest)) {
    const href = safeHref(`${found[2]}`);
    if (!href) break;
    rest = rest.slice(0, found.index);
    const children = [clip(kit), h('bdi', null, found[1])];
    links.unshift(h(Link, { href, class: 'link attachment-link', part: 'link', children }));
  }
  return [rest.trimEnd(), ...links];
}

/** Matches a link as `compose` writes it. transcript-file/entries.ts has its own copy, because it is in another chunk. */
const LINK = /^\[([^\]\n]+)\]\((https:\/\/[^\s()]+)\)$/gm;

/** Implements `Parts.asWords`. */
export const asWords = (text: string, t?: T): string =>
  text.replace(LINK, (_, name: string, address: string) => (t ? t('attachReady', { name }) : `${name} (${address})`));
