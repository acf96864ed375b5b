/**
 * What the panel needs only when somebody has answered: words and styles. The components for it are the panel's own. In the script tag's
 * files this comes with the engine, before which there is nothing that it could be for.
 */

import styles from './replies.css?inline';
import { REPLY_WORDS } from './reply-words.ts';

export interface Replies {
  readonly words: Readonly<Record<string, string>>;
  /** For the same shadow root as the panel's own. */
  readonly styles: string;
}

export const replies: Replies = { words: REPLY_WORDS, styles };
