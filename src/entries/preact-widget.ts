/** The widget as a component, for Preact 10 and later. */

import { createElement, type Ref, type VNode } from 'preact';
import { useImperativeHandle, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type ChatWidgetProps, createChatComponent } from '../widget/frameworks/component.ts';
import type { NatterHandle } from '../widget/handle/handle.ts';

// Preact undoes both kinds of effects if React spares one, and the later kind only some frames after a component has gone.
const useEffect = useLayoutEffect;
const hooks = { createElement, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState };
const draw = /* @__PURE__ */ createChatComponent<VNode, Ref<NatterHandle>>(hooks);

/** The widget. Props are the settings and one handler for each event. `ref` gets the handle from Preact 11 on; before, `onReady` does. */
export const ChatWidget = ({ ref, ...props }: ChatWidgetProps & { readonly ref?: Ref<NatterHandle> }): VNode =>
  draw(props, ref ?? null);
