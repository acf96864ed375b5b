/** `natter`: a chat without a user interface, for a custom one. */

export type { Custom, Handler, PublicEventName, PublicEvents } from '../client/api/chat.ts';
export type * from '../client/api/chat-state.ts';
export type { TraceEntry } from '../client/client.ts';
export type { Hook } from '../client/hooks/call-hook.ts';
export type { MessageToSend } from '../client/hooks/with-before-send.ts';
export type { MessageToShow } from '../client/hooks/with-before-show.ts';
export { createChat, type HeadlessChat as Chat } from '../widget/chat/create-chat.ts';
export type { ChatSettings, SettingsInput, Texts } from '../widget/settings/options.ts';
