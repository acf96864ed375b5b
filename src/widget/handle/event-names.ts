/** The public events that components and the element pass on: their names, and the names of the props for their handlers. */

import type { PublicEventName } from '../../client/api/chat.ts';
import type { DetailHandlers } from './event-handlers.ts';
import type { NatterHandle } from './handle.ts';

/** One prop for each event: `message` is `onMessage`, `handoff-required` is `onHandoffRequired`. */
export interface EventHandlers extends DetailHandlers {
  /**
   * The widget is on the page. Called with its handle, and again when changed settings have restarted the widget, which ends the former handle.
   */
  readonly onReady?: ((handle: NatterHandle) => unknown) | undefined;
}

const WORDS =
  'ready open close state message delivery handoff handoff-required ended error unread language idle consent rating link';

type Words<S extends string> = S extends `${infer Head} ${infer Rest}` ? Head | Words<Rest> : S;

/** Does not compile if an event is missing. */
export const EVENTS: readonly ([PublicEventName] extends [Words<typeof WORDS>] ? PublicEventName : never)[] =
  WORDS.split(' ') as PublicEventName[];

/** `message` is `onMessage`, `handoff-required` is `onHandoffRequired`. */
export const handlerOf = (name: PublicEventName): keyof EventHandlers =>
  `on-${name}`.replace(/-./g, ([, letter = '']) => letter.toUpperCase()) as keyof EventHandlers;
