/** The widget as a component, for React 18 and later. */

import * as React from 'react';
import { type ChatWidgetProps, createChatComponent } from '../widget/frameworks/component.ts';
import type { NatterHandle } from '../widget/handle/handle.ts';

// An element that is on the page before React hydrates it may have got attributes of its own by then.
const manners = { hostProps: { suppressHydrationWarning: true }, removesBlindly: true };

/** The widget. Props are the settings, and one handler for each event. `ref` receives the handle as soon as the widget is on the page. */
export const ChatWidget: React.ForwardRefExoticComponent<ChatWidgetProps & React.RefAttributes<NatterHandle>> =
  /* @__PURE__ */ React.forwardRef(/* @__PURE__ */ createChatComponent(React, manners));
