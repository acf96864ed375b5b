/** Names of the public events, and of the props for their handlers. */

import type { PublicEventName } from '../../client/api/chat.ts';
import type { DetailHandlers } from './event-handlers.ts';
import type { NatterHandle } from './handle.ts';

/** A prop for each event: `onMessage` for `message`, `onHandoffRequired` for `handoff-required`. */
export interface EventHandlers extends DetailHandlers {
  /** The widget is on the page. Called with its handle; called again with a new handle if changed settings have restarted the widget. */
  readonly onReady?: ((handle: NatterHandle) => unknown) | undefined;
}

const WORDS =
  'ready open close state message delivery handoff handoff-required ended error unread language idle consent rating feedback context external-event status link';

type Words<S extends string> = S extends `${infer Head} ${infer Rest}` ? Head | Words<Rest> : S;

/** All names. This does not compile if one is missing. */
export const EVENTS: readonly ([PublicEventName] extends [Words<typeof WORDS>] ? PublicEventName : never)[] =
  WORDS.split(' ') as PublicEventName[];

/** Returns the prop for an event: `onMessage` for `message`, `onHandoffRequired` for `handoff-required`. */
export const handlerOf = (name: PublicEventName): keyof EventHandlers =>
  `on-${name}`.replace(/-./g, ([, letter = '']) => letter.toUpperCase()) as keyof EventHandlers;
