/** `natter`: a chat without a user interface, for a custom one. */

export type { Chat, Handler, PublicEventName, PublicEvents } from '../client/chat.ts';
export type * from '../client/chat-state.ts';
export type { TraceEntry } from '../client/client.ts';
export { createChat } from '../widget/create-chat.ts';
export type { SettingsInput } from '../widget/options.ts';
