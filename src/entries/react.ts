/** `natter/react`: the widget as a component and the chat as a hook, each a file of its own: no page gets the one that it does not use. */

export type * from '../widget/host-face.ts';
export { useChat } from './react-chat.ts';
export { ChatWidget } from './react-widget.ts';
