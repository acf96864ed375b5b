/** `natter/react`: the widget as a component and the chat as a hook, each in a file of its own, and the types of `<natter-chat>` in JSX. */

import type * as React from 'react';
import type { InReact, NatterChatElement } from '../widget/element/element-jsx.ts';

export type * from '../widget/frameworks/public-types.ts';
export { useChat } from './react-chat.ts';
export { ChatWidget } from './react-widget.ts';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'natter-chat': React.ClassAttributes<NatterChatElement> & InReact<React.HTMLAttributes<NatterChatElement>>;
    }
  }
}
