/** `natter/preact`: the widget as a component and the chat as a hook, each a file of its own: no page gets the one that it does not use. */

export type * from '../widget/host-face.ts';
export { useChat } from './preact-chat.ts';
export { ChatWidget } from './preact-widget.ts';
