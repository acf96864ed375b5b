/** Parts of the panel that the cards use. Hooks and `h` must be those of the panel's own Preact. */

import type { ComponentChild } from 'preact';
import { CALLS_ENGLISH } from '../i18n/english-late.ts';
import type { T } from '../i18n/translate.ts';

export type CallKit = Pick<typeof import('preact'), 'h'> &
  Pick<typeof import('preact/hooks'), 'useEffect' | 'useLayoutEffect' | 'useRef' | 'useState'> &
  Pick<typeof import('../context/hooks.ts'), 'useChat' | 'useChatState' | 'useLanguage' | 'useWords'> &
  Pick<typeof import('../context/use-signal.ts'), 'useSelected'> &
  Pick<typeof import('../focus/focus.ts'), 'focusOnward' | 'focusStill'> &
  Pick<typeof import('../kit/Icon.tsx'), 'Icon'> &
  Pick<typeof import('../kit/Link.tsx'), 'Link'> &
  Pick<typeof import('../kit/use-copy.ts'), 'useCopy'>;

export type CallKey = keyof typeof CALLS_ENGLISH;

/** Returns the words in the panel's language; English comes with this chunk. */
export const say = (t: T, key: CallKey, params: Readonly<Record<string, string>> = {}): string =>
  t(key, params) || CALLS_ENGLISH[key].replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');

export function button(
  { h }: Pick<CallKit, 'h'>,
  words: string,
  kind: 'primary' | '',
  onClick: () => unknown,
): ComponentChild {
  const press = ({ detail }: MouseEvent) => detail > 1 || onClick();
  return h('button', { key: words, type: 'button', class: `button ${kind}`, part: 'button', onClick: press }, words);
}
