/** `natter`: a chat without a user interface, for a custom one. */

export type { Hook } from '../client/asking.ts';
export type { Custom, Handler, PublicEventName, PublicEvents } from '../client/chat.ts';
export type * from '../client/chat-state.ts';
export type { TraceEntry } from '../client/client.ts';
export type { MessageToSend } from '../client/page-chat.ts';
export type { MessageToShow } from '../client/shown.ts';
export { createChat, type HeadlessChat as Chat } from '../widget/create-chat.ts';
export type { ChatSettings, SettingsInput, Texts } from '../widget/options.ts';
