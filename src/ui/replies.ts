/**
 * What the panel needs only when somebody has answered: components, words, styles, and what is wrong with a site's own words. In the
 * script tag's files this comes with the engine, before which there is nothing that it could be for. A component gets its line here and
 * the one with its properties in late-parts.ts.
 */

import { Announcer } from './Announcer.tsx';
import { Author } from './Author.tsx';
import { Banner } from './Banner.tsx';
import { Channels } from './Channels.tsx';
import { CopyMessage } from './CopyMessage.tsx';
import contrast from './contrast.css?inline';
import { Dots } from './Dots.tsx';
import { Earlier } from './Earlier.tsx';
import { Ended } from './Ended.tsx';
import { Extras } from './Extras.tsx';
import extras from './extras.css?inline';
import { Follow } from './Follow.tsx';
import { Foot } from './Foot.tsx';
import frame from './frame.css?inline';
import { Lead } from './Lead.tsx';
import { Line } from './Line.tsx';
import type { Parts } from './late-parts.ts';
import { LATE_WORDS } from './late-words.ts';
import { MenuContent } from './MenuContent.tsx';
import { Modal } from './Modal.tsx';
import { NewFrom } from './NewFrom.tsx';
import { NotSent } from './NotSent.tsx';
import pressing from './pressing.css?inline';
import print from './print.css?inline';
import { RoomLeft } from './RoomLeft.tsx';
import styles from './replies.css?inline';
import richText from './rich-text/rich-text.css?inline';
import room from './room.css?inline';
import { toRows } from './rows.ts';
import skeleton from './skeleton.css?inline';
import { Text } from './Text.tsx';
import { reportTexts } from './texts-report.ts';
import type { Words } from './words.ts';

export interface Replies {
  readonly parts: Parts;
  readonly words: Words;
  /** For the same shadow root as the panel's own. */
  readonly styles: string;
  readonly reportTexts: typeof reportTexts;
}

export const replies: Replies = {
  parts: {
    Announcer,
    Author,
    Banner,
    Channels,
    CopyMessage,
    Dots,
    Earlier,
    Ended,
    Extras,
    Follow,
    Foot,
    Lead,
    Line,
    MenuContent,
    Modal,
    NewFrom,
    NotSent,
    RoomLeft,
    Text,
    toRows,
  },
  words: LATE_WORDS,
  styles: styles + skeleton + contrast + pressing + extras + frame + room + richText + print,
  reportTexts,
};
