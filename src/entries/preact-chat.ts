/** The chat as a hook, for Preact 10 and later. Components that read its signals are rendered again when they change. */

// Makes Preact follow the signals that a component reads.
import '@preact/signals';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { createChatHook } from '../widget/frameworks/host-chat.ts';

// Uses `useLayoutEffect` for both: Preact cleans up `useEffect` only some frames after a component is removed.
const hooks = { useEffect: useLayoutEffect, useLayoutEffect, useRef, useState };

/** A chat without Natter's user interface, as signals. It starts when the component is mounted, and ends when it is unmounted. */
export const useChat = /* @__PURE__ */ createChatHook(hooks);
