/** The whole style sheet as text. */

import base from './base.css?inline';
import conversation from './conversation.css?inline';
import panel from './panel.css?inline';
import tokens from './tokens.css?inline';

/** For a constructable sheet on the shadow root of the widget's element, whose `data-theme` is `auto`, `light` or `dark`. */
export const styles: string = tokens + base + panel + conversation;
