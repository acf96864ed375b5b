/** The widget as a component, for React 18 and later. */

import * as React from 'react';
import { type ChatWidgetProps, createChatComponent } from '../widget/frameworks/component.ts';
import type { NatterHandle } from '../widget/handle/handle.ts';

// The element may be on the page before React hydrates it, and may have set attributes on itself.
const manners = { hostProps: { suppressHydrationWarning: true }, removesBlindly: true };

/** The widget. Props are the settings, and one handler for each event. `ref` receives the handle as soon as the widget is on the page. */
export const ChatWidget: React.ForwardRefExoticComponent<ChatWidgetProps & React.RefAttributes<NatterHandle>> =
  /* @__PURE__ */ React.forwardRef(/* @__PURE__ */ createChatComponent(React, manners));
