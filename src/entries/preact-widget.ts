/** The widget as a component, for Preact 10 and later. */

import { createElement, type Ref, type VNode } from 'preact';
import { useImperativeHandle, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type ChatWidgetProps, createChatComponent } from '../widget/frameworks/component.ts';
import type { NatterHandle } from '../widget/handle/handle.ts';

// Uses `useLayoutEffect`: Preact cleans up `useEffect` only some frames after a component is removed.
const useEffect = useLayoutEffect;
const hooks = { createElement, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState };
const draw = /* @__PURE__ */ createChatComponent<VNode, Ref<NatterHandle>>(hooks);

/** The widget. Props are the settings, and one handler for each event. In Preact 11 `ref` receives the handle; in Preact 10 use `onReady`. */
export const ChatWidget = ({ ref, ...props }: ChatWidgetProps & { readonly ref?: Ref<NatterHandle> }): VNode =>
  draw(props, ref ?? null);
