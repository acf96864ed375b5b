/** The chat as a hook, for React 18 and later. */

import * as React from 'react';
import { createStoreHook } from '../widget/frameworks/host-chat.ts';

/** A chat without Natter's user interface, as values. It starts when the component is mounted, and ends when it is unmounted. */
export const useChat = /* @__PURE__ */ createStoreHook(React);
