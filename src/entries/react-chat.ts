/** The chat as a hook, for React 18 and later. */

import * as React from 'react';
import { createStoreHook } from '../widget/frameworks/host-chat.ts';

/** A chat without Natter's user interface, as values. It begins with the component and ends with it. */
export const useChat = /* @__PURE__ */ createStoreHook(React);
