/**
 * The components that nobody meets before somebody has answered, and what they are given. They come with the engine (replies.ts names them),
 * so that the panel can open without them; Late.tsx draws them. Adding one: its line here, its line in replies.ts.
 */

import type { Signal } from '@preact/signals-core';
import type { FunctionComponent, RefObject } from 'preact';
import type { EndReason, MarkItem, MessageItem, NoticeItem, TimelineItem } from '../client/chat-state.ts';
import type { Arrivals } from './arrivals.ts';
import type { toRows } from './rows.ts';

/** Which part of the menu is open. */
export type MenuView = '' | 'items' | 'languages' | 'question';

export interface LateProps {
  /** The voice for screen readers. `news`: what is only restored is not read aloud. */
  readonly Announcer: { readonly items: readonly TimelineItem[]; readonly news: Arrivals };
  /** The line below the header while the chat is not connected. */
  readonly Banner: object;
  /** Copies a message. `typed`: as Text's. `current`: it is the last one, the one that the Tab key finds. */
  readonly CopyMessage: { readonly text: string; readonly typed: boolean; readonly current: boolean };
  /** Other ways to reach the site. */
  readonly Channels: object;
  /** Somebody is writing. */
  readonly Dots: object;
  /** Whose message it is: `first` and `last` of a group, and whether its time is told. */
  readonly Author: {
    readonly item: MessageItem;
    readonly first: boolean;
    readonly last: boolean;
    readonly timed: boolean;
  };
  /** The way to messages that are older than the `first` that is drawn. */
  readonly Earlier: { readonly first: number; show(): void };
  /** In place of the composer when a conversation is over. */
  readonly Ended: { readonly reason: EndReason };
  /** What came with a message besides text. `lang`: what it is written in, where that is known. */
  readonly Extras: { readonly item: MessageItem; readonly lang: string | undefined };
  /** Keeps the reading position in `log`. `newFrom`: see NewFrom. */
  readonly Follow: {
    readonly log: RefObject<HTMLElement | null>;
    readonly newFrom: string;
    /** The visitor's last message that is on its way. */
    readonly sent: string | undefined;
    /** The last message of somebody else's, and whether it came while somebody could watch. */
    readonly said: string | undefined;
    readonly isNews: boolean;
    /** Gets whether the last line is in sight. */
    readonly isAtEnd: { current: boolean };
  };
  /** Behind the last row of the transcript. */
  readonly Foot: object;
  /** Between two rows: the day that begins there, `daysAgo`, and where what is new begins. */
  readonly Lead: { readonly at: number; readonly daysAgo: number | null; readonly isNew: boolean };
  /** A row that is no message. `current`: nothing was said since. */
  readonly Line: { readonly item: MarkItem | NoticeItem; readonly current: boolean; readonly fresh: boolean };
  /** The popover of the menu. */
  readonly MenuContent: { readonly view: Signal<MenuView>; close(): void };
  /** Keeps `from` at the key of the first message that nobody has seen, from when somebody looks again until they look away. */
  readonly NewFrom: { readonly from: Signal<string> };
  /** Holds the focus in a panel that fills the window. */
  readonly Modal: { readonly panel: RefObject<HTMLElement | null> };
  /** Below a message that has failed. */
  readonly NotSent: { readonly id: string };
  /** The composer's counter. `excess`: so many characters are too many. */
  readonly RoomLeft: { readonly text: string; readonly max: number; readonly excess: number };
  /** A message's text in its `host`. `typed`: by the visitor, and to stand as it is. `grew`: it was seen growing, and finishes growing. */
  readonly Text: {
    readonly host: RefObject<Element | null>;
    readonly text: string;
    readonly typed: boolean;
    readonly streaming: boolean;
    readonly grew: boolean;
  };
}

export type Parts = { readonly [K in keyof LateProps]: FunctionComponent<LateProps[K]> } & {
  /** No component, and nobody needs it before there is a conversation. */
  readonly toRows: typeof toRows;
};
