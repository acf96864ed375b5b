/**
 * The components that nobody meets before somebody has answered, and what they are given. They come with the engine (replies.ts names them),
 * so that the panel can open without them; Late.tsx draws them. Adding one: its line here, its line in replies.ts.
 */

import type { Signal } from '@preact/signals-core';
import type { FunctionComponent } from 'preact';
import type { EndReason, MarkItem, MessageItem, NoticeItem, TimelineItem } from '../client/chat-state.ts';
import type { Arrivals } from './arrivals.ts';

/** Which part of the menu is open. */
export type MenuView = '' | 'items' | 'question';

export interface LateProps {
  /** The voice for screen readers. `news`: what is only restored is not read aloud. */
  readonly Announcer: { readonly items: readonly TimelineItem[]; readonly news: Arrivals };
  /** The line below the header while the chat is not connected. */
  readonly Banner: object;
  /** Somebody is writing. */
  readonly Dots: object;
  /** In place of the composer when a conversation is over. */
  readonly Ended: { readonly reason: EndReason };
  /** What came with a message besides text. */
  readonly Extras: { readonly item: MessageItem };
  /** Behind the last row of the transcript. */
  readonly Foot: object;
  /** The way back to the end. */
  readonly Jump: { toEnd(): void };
  /** A row that is no message. `current`: nothing was said since. */
  readonly Line: { readonly item: MarkItem | NoticeItem; readonly current: boolean; readonly fresh: boolean };
  /** The popover of the menu. */
  readonly MenuContent: { readonly view: Signal<MenuView>; close(): void };
  /** Below a message that has failed. */
  readonly NotSent: { readonly id: string };
  /** A message's text. `grew`: it was seen growing, and finishes growing. */
  readonly Text: { readonly text: string; readonly streaming: boolean; readonly grew: boolean };
}

export type Parts = { readonly [K in keyof LateProps]: FunctionComponent<LateProps[K]> };
