/** The types that an application may need to name, for the entries of all frameworks. */

export type { Handler, PublicEventName, PublicEvents } from '../../client/api/chat.ts';
export type * from '../../client/api/chat-state.ts';
export type { EventHandlers } from '../handle/event-names.ts';
export type { NatterHandle } from '../handle/handle.ts';
export type { ChatSettings, SettingsInput, Texts } from '../settings/options.ts';
export type { ChatView, ChatWidgetProps } from './component.ts';
export type { HostedChat } from './hosted-chat.ts';
