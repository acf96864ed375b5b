/** The public events as components and the element pass them on: their names, and the names of the props that hear them. */

import type { PublicEventName } from '../client/chat.ts';
import type { DetailHandlers } from './event-handlers.ts';
import type { NatterHandle } from './handle.ts';

type Joined<K extends string> = K extends `${infer Head}-${infer Rest}` ? `${Head}${Capitalize<Joined<Rest>>}` : K;

type HandlerName<K extends PublicEventName> = `on${Capitalize<Joined<K>>}`;

/** One prop for each event: `message` is `onMessage`, `handoff-required` is `onHandoffRequired`. */
export interface EventHandlers extends DetailHandlers {
  /**
   * The widget is on the page. Called with its handle, and again when changed settings have restarted the widget, which ends the former handle.
   */
  readonly onReady?: ((handle: NatterHandle) => unknown) | undefined;
}

/** Keyed, so that none can be forgotten. */
const HANDLERS: { readonly [K in PublicEventName]: HandlerName<K> } = {
  ready: 'onReady',
  open: 'onOpen',
  close: 'onClose',
  state: 'onState',
  message: 'onMessage',
  delivery: 'onDelivery',
  handoff: 'onHandoff',
  'handoff-required': 'onHandoffRequired',
  ended: 'onEnded',
  error: 'onError',
  unread: 'onUnread',
  language: 'onLanguage',
  idle: 'onIdle',
  consent: 'onConsent',
  rating: 'onRating',
  link: 'onLink',
};

export const EVENTS = Object.keys(HANDLERS) as readonly PublicEventName[];

export const handlerOf = (name: PublicEventName): keyof EventHandlers => HANDLERS[name];
