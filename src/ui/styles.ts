/** The whole style sheet as text. The dark colours stand once in dark.css and are used twice: where the system is dark, and where the host says so. */

import base from './base.css?inline';
import cards from './cards.css?inline';
import conversation from './conversation.css?inline';
import dark from './dark.css?inline';
import panel from './panel.css?inline';
import tokens from './tokens.css?inline';

const darkFor = (host: string): string => dark.replace(':host', host);

/** For a constructable sheet on the shadow root of the widget's element, whose `data-theme` is `auto`, `light` or `dark`. */
export const styles: string = [
  tokens,
  `@media (prefers-color-scheme:dark){${darkFor(':host(:not([data-theme=light]))')}}`,
  darkFor(':host([data-theme=dark])'),
  base,
  panel,
  conversation,
  cards,
].join('\n');
