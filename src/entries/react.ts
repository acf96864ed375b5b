/** `natter/react`: the widget as a component and the chat as a hook, for React 18 and later, and the types of `<natter-chat>` in its JSX. */

import * as React from 'react';
import type { InReact, NatterChatElement } from '../widget/element-jsx.ts';
import type { NatterHandle } from '../widget/handle.ts';
import { type ChatWidgetProps, createChatComponent, createStoreHook } from '../widget/host-component.ts';

// Elements that are on the page before React has come may have attributes of their own by then.
const manners = { hostProps: { suppressHydrationWarning: true }, removesBlindly: true };

/** The widget. Props are the settings and one handler for each event; `ref` gets the handle as soon as it is on the page. */
export const ChatWidget: React.ForwardRefExoticComponent<ChatWidgetProps & React.RefAttributes<NatterHandle>> =
  /* @__PURE__ */ React.forwardRef(/* @__PURE__ */ createChatComponent(React, manners));
/** A chat without our user interface, as values: it begins with the component and ends with it. */
export const useChat = /* @__PURE__ */ createStoreHook(React);

export type * from '../widget/host-face.ts';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'natter-chat': React.ClassAttributes<NatterChatElement> & InReact<React.HTMLAttributes<NatterChatElement>>;
    }
  }
}
