/** Parts of the widget for the gallery of states: the real components over a chat that is not running. Not exported by the package. */

export type { Chat } from '../client/api/chat.ts';
export type { ChatState, Connection, MarkItem, MessageItem, NoticeItem } from '../client/api/chat-state.ts';
export { createLauncher } from '../widget/launcher-control.ts';
export { languages, mount } from '../widget/mount.ts';
export type { Settings, SettingsInput } from '../widget/options.ts';
export { readSettings } from '../widget/settings-report.ts';
