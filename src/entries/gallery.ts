/** Parts of the widget for the gallery of states: the real components, for a chat that is not running. Not exported by the package. */

export type { Chat } from '../client/api/chat.ts';
export { eachPart, type Part } from '../client/api/chat-parts.ts';
export type { ChatState, Connection, MarkItem, MessageItem, NoticeItem } from '../client/api/chat-state.ts';
export { loadHome } from '../ui/on-need/load-home.ts';
export { loadOptional } from '../ui/on-need/load-optional.ts';
export { loadPastChats } from '../ui/on-need/load-past-chats.ts';
export { loadReplyParts } from '../ui/on-need/load-reply-parts.ts';
export { loadCalls } from '../ui/services/load-calls.ts';
export { loadStatus } from '../ui/services/load-status.ts';
export { readSettings } from '../widget/chat/report-settings.ts';
export { createLauncher } from '../widget/launcher/launcher.ts';
export { languages, mount } from '../widget/panel/mount.ts';
export type { Settings, SettingsInput } from '../widget/settings/options.ts';
