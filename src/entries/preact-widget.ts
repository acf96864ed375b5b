/** The widget as a component, for Preact 10 and later. */

import { createElement, type Ref, type VNode } from 'preact';
import { useImperativeHandle, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type ChatWidgetProps, createChatComponent } from '../widget/frameworks/component.ts';
import type { NatterHandle } from '../widget/handle/handle.ts';

// Preact cleans up both kinds of effects where React cleans up one, and `useEffect` only some frames after a component has gone.
const useEffect = useLayoutEffect;
const hooks = { createElement, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState };
const draw = /* @__PURE__ */ createChatComponent<VNode, Ref<NatterHandle>>(hooks);

/** The widget. Props are the settings, and one handler for each event. From Preact 11 on `ref` receives the handle; before, use `onReady`. */
export const ChatWidget = ({ ref, ...props }: ChatWidgetProps & { readonly ref?: Ref<NatterHandle> }): VNode =>
  draw(props, ref ?? null);
