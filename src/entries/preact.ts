/** `natter/preact`: the widget as a component and the chat as a hook with signals, and the types of `<natter-chat>` in its JSX. */

// Makes Preact follow the signals that a component reads.
import '@preact/signals';
import { createElement, type HTMLAttributes, type Ref, type VNode } from 'preact';
import { useImperativeHandle, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { InPreact, NatterChatElement } from '../widget/element-jsx.ts';
import type { NatterHandle } from '../widget/handle.ts';
import { type ChatWidgetProps, createChatComponent, createChatHook } from '../widget/host-component.ts';

// Preact undoes both kinds of effects where React spares one, and the later kind only some frames after a component has gone.
const useEffect = useLayoutEffect;
const hooks = { createElement, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState };
const draw = /* @__PURE__ */ createChatComponent<VNode, Ref<NatterHandle>>(hooks);

/** The widget. Props are the settings and one handler for each event. `ref` gets the handle from Preact 11 on; before, `onReady` does. */
export const ChatWidget = ({ ref, ...props }: ChatWidgetProps & { readonly ref?: Ref<NatterHandle> }): VNode =>
  draw(props, ref ?? null);
/** A chat without our user interface, as signals: it begins with the component and ends with it. */
export const useChat = /* @__PURE__ */ createChatHook(hooks);

export type * from '../widget/host-face.ts';

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'natter-chat': ClassAttributes<NatterChatElement> & InPreact<HTMLAttributes<NatterChatElement>>;
    }
  }
}
