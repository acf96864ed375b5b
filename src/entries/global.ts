/** `natter/global`: types only. Declares `window.Natter` and `window.NatterSettings` for pages that load the script by its tag. */

export type { PublicEventName, PublicEvents } from '../client/api/chat.ts';
export type { ChatState } from '../client/api/chat-state.ts';
export type { NatterHandle } from '../widget/handle/handle.ts';
export type { NatterGlobal } from '../widget/handle/page-globals.ts';
export type { SettingsInput } from '../widget/settings/settings.ts';
