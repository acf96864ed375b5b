/** `natter/element`: importing it defines `<natter-chat>`. */

import { defineElement, NatterChatElement } from '../widget/element/element.ts';

defineElement();

export type { PublicEventName, PublicEvents } from '../client/api/chat.ts';
export type { ChatState } from '../client/api/chat-state.ts';
export type { NatterChatEvent } from '../widget/element/element.ts';
export type { ElementAttributes } from '../widget/element/element-attributes.ts';
export type { ElementSettings } from '../widget/element/element-settings.ts';
export type { NatterHandle } from '../widget/handle/handle.ts';
export { NatterChatElement };
