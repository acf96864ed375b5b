/** `natter/preact`: the widget as a component and the chat as a hook, each in a file of its own, and the types of `<natter-chat>` in JSX. */

import type { HTMLAttributes } from 'preact';
import type { InPreact, NatterChatElement } from '../widget/element/element-jsx.ts';

export type * from '../widget/frameworks/public-types.ts';
export { useChat } from './preact-chat.ts';
export { ChatWidget } from './preact-widget.ts';

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'natter-chat': ClassAttributes<NatterChatElement> & InPreact<HTMLAttributes<NatterChatElement>>;
    }
  }
}
