/** Joins all style sheets of the panel into one text. */

import menu from './header/menu.css?inline';
import cards from './message/cards.css?inline';
import pictures from './message/pictures.css?inline';
import wideReplies from './message/wide-replies.css?inline';
import richText from './rich-text/rich-text.css?inline';
import extras from './styles/attachments.css?inline';
import base from './styles/base.css?inline';
import frame from './styles/controls.css?inline';
import contrast from './styles/high-contrast.css?inline';
import pressing from './styles/hover-and-press.css?inline';
import replies from './styles/messages.css?inline';
import panel from './styles/panel.css?inline';
import print from './styles/print.css?inline';
import skeleton from './styles/skeleton.css?inline';
import room from './styles/small-windows.css?inline';
import tokens from './styles/tokens.css?inline';
import conversation from './styles/transcript.css?inline';

/** The text of a constructable style sheet for the shadow root of `<natter-chat>`. It expects `data-theme` to be `auto`, `light` or `dark`. */
export const styles: string =
  tokens +
  base +
  panel +
  conversation +
  replies +
  skeleton +
  contrast +
  pressing +
  extras +
  pictures +
  cards +
  frame +
  menu +
  room +
  richText +
  wideReplies +
  print;
