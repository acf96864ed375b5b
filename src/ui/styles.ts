/** The whole style sheet as text. */

import base from './base.css?inline';
import contrast from './contrast.css?inline';
import conversation from './conversation.css?inline';
import extras from './extras.css?inline';
import frame from './frame.css?inline';
import panel from './panel.css?inline';
import pressing from './pressing.css?inline';
import print from './print.css?inline';
import replies from './replies.css?inline';
import richText from './rich-text/rich-text.css?inline';
import room from './room.css?inline';
import skeleton from './skeleton.css?inline';
import tokens from './tokens.css?inline';

/** For a constructable style sheet on the shadow root of the widget's element, whose `data-theme` is `auto`, `light` or `dark`. */
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
  frame +
  room +
  richText +
  print;
