/** The chat as a hook, for Preact 10 and later, whose signals draw a component again that reads them. */

// Makes Preact follow the signals that a component reads.
import '@preact/signals';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { createChatHook } from '../widget/frameworks/host-chat.ts';

// Preact undoes both kinds of effects if React spares one, and the later kind only some frames after a component has gone.
const hooks = { useEffect: useLayoutEffect, useLayoutEffect, useRef, useState };

/** A chat without our user interface, as signals: it begins with the component and ends with it. */
export const useChat = /* @__PURE__ */ createChatHook(hooks);
