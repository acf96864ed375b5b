/** The types that whoever uses Natter with a framework may need to name, in one place for the entries. Nothing else. */

export type { Handler, PublicEventName, PublicEvents } from '../client/api/chat.ts';
export type * from '../client/api/chat-state.ts';
export type { NatterHandle } from './handle.ts';
export type { ChatView, ChatWidgetProps } from './host-component.ts';
export type { EventHandlers } from './host-events.ts';
export type { HostedChat } from './hosted-chat.ts';
export type { ChatSettings, SettingsInput, Texts } from './options.ts';
