/** The chat as a hook, for Preact 10 and later. Components that read its signals are rendered again when they change. */

// Makes Preact follow the signals that a component reads.
import '@preact/signals';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { createChatHook } from '../widget/frameworks/host-chat.ts';

// Preact cleans up both kinds of effects where React cleans up one, and `useEffect` only some frames after a component has gone.
const hooks = { useEffect: useLayoutEffect, useLayoutEffect, useRef, useState };

/** A chat without Natter's user interface, as signals. It begins with the component and ends with it. */
export const useChat = /* @__PURE__ */ createChatHook(hooks);
