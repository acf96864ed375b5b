/**
 * The widget as a component, for both React and Preact: their hooks are passed as an argument, and neither framework is imported. Does not touch
 * the page before the component is mounted. The chat as a hook is in a separate file, host-chat.ts, because a page should bundle only the one that
 * it uses.
 */

import type { ReadonlySignal } from '@preact/signals-core';
import type { PublicEventName } from '../../client/api/chat.ts';
import { defineElement, givenProps, type NatterChatElement, TAG } from '../element/element.ts';
import { EVENTS, type EventHandlers, handlerOf } from '../handle/event-names.ts';
import { AS_THEY_ARE, isForeign, OF_ELEMENT } from '../settings/host-props.ts';
import { attributeOf, attributeText, FUNCTIONS, NAMES, OBJECTS, widgetKey } from '../settings/host-settings.ts';
import type { ChatSettings } from '../settings/options.ts';
import { warn, wordsOf } from '../warn.ts';
import { earliest, type Hooks, useLasting } from './hooks.ts';
import type { HostedChat } from './hosted-chat.ts';

export interface HostAttributes {
  readonly id?: string | undefined;
  readonly className?: string | undefined;
  /** Preact's name for `className`. */
  readonly class?: string | undefined;
  readonly style?: object | undefined;
  /** Hides the chat. Its conversation continues. */
  readonly hidden?: boolean | undefined;
  readonly slot?: string | undefined;
  readonly role?: string | undefined;
}

/** Every setting, one handler for each event, and the attributes that style the element around an inline chat. */
export type ChatWidgetProps = ChatSettings & EventHandlers & HostAttributes;

/** The result of `useChat()` in React. It has the members of `createChat()`, with values in place of signals. */
export type ChatView = {
  readonly [K in keyof HostedChat]: HostedChat[K] extends ReadonlySignal<infer V> ? V : HostedChat[K];
};

export interface ComponentHooks<Drawn, Ref> extends Hooks {
  createElement(tag: string, props: Record<string, unknown>): Drawn;
  useImperativeHandle(ref: Ref, make: () => NatterChatElement['handle'], deps: readonly unknown[]): void;
}

/** Differences between the frameworks. */
export interface Manners {
  /** Props of the host element. */
  readonly hostProps?: Readonly<Record<string, unknown>>;
  /** True if the framework fails when it removes an element that has already been removed, for example by `destroy()`. */
  readonly removesBlindly?: boolean;
}

/**
 * Creates `<ChatWidget>`, which renders a `<natter-chat>`. The settings become attributes, which also works in server rendering. `ref` gets the
 * handle as soon as the component is on the page.
 */
export function createChatComponent<Drawn, Ref>(hooks: ComponentHooks<Drawn, Ref>, manners: Manners = {}) {
  const { createElement, useRef, useState, useImperativeHandle } = hooks;
  const { hostProps, removesBlindly } = manners;
  const useEarly = earliest(hooks);
  // Has a name, because developer tools show it.
  return function ChatWidget(props: ChatWidgetProps, ref: Ref): Drawn {
    const host = useRef<NatterChatElement | null>(null);
    const newest = useRef(props);
    useEarly(() => {
      // Removes such an attribute together with its prop, because React would leave the text "undefined" in it.
      for (const name of OF_ELEMENT) if (newest.current[name] && !props[name]) host.current?.removeAttribute(name);
      newest.current = props;
      // Defines the element here, because importing this module must have no side effects. An element that is already on the page is upgraded.
      defineElement();
      if (!host.current) return;
      givenProps.set(host.current, props);
      takeObjects(host.current, props);
    });
    useEarly(() => {
      if (host.current && removesBlindly) host.current.remove = () => {};
    }, []);
    const [follow] = useState(() => createFollower(host, newest));
    useLasting(hooks, follow, []);
    useImperativeHandle(ref, () => host.current?.handle ?? null, [widgetKey(props)]);
    return createElement(TAG, { ...attributesOf(props), ...hostProps, ref: host });
  };
}

function attributesOf(props: ChatWidgetProps): Record<string, unknown> {
  const { className = props.class } = props;
  const attributes: Record<string, unknown> = className ? { class: className } : {};
  for (const [name, value] of Object.entries(props)) {
    const setting = NAMES.find(each => each === name && !OBJECTS.includes(each));
    if (isForeign(name) || (value && AS_THEY_ARE.includes(name))) attributes[name] = value;
    // Passes the value as text, because frameworks differ in how they treat true and false.
    else if (setting && value !== undefined && value !== null)
      attributes[attributeOf(setting)] = attributeText(setting, value);
  }
  return attributes;
}

/** Sets the props that are objects. They are usually written inline, so each rendering creates new objects even if nothing has changed. */
function takeObjects(element: NatterChatElement, props: ChatWidgetProps): void {
  for (const name of OBJECTS) {
    const [before, next]: unknown[] = [element[name], props[name]];
    if (before !== next && (FUNCTIONS.includes(name) || JSON.stringify(before) !== JSON.stringify(next)))
      Reflect.set(element, name, next);
  }
}

/** Warning for a component in another document, for which the element is not defined. */
const ELSEWHERE = 'ChatWidget stands in another document.';

/** Returns a function that adds listeners for all events, which call the newest handlers. Adding the same listeners again has no effect. */
function createFollower(
  host: { readonly current: NatterChatElement | null },
  newest: { readonly current: ChatWidgetProps },
): () => () => void {
  let greeted: NatterChatElement['handle'] = null;
  let lost = false;

  // Catches errors of handlers, which would otherwise become errors of the page.
  async function tell(name: PublicEventName, detail: unknown): Promise<void> {
    const handler: unknown = newest.current[handlerOf(name)];
    try {
      if (typeof handler === 'function') await handler(detail);
    } catch (error) {
      warn('handler_failed', `A handler of "${name}" threw: ${wordsOf(error)}`);
    }
  }

  /** Calls `onReady` once for each handle, which may be announced by the event or by the promise. */
  function greet(handle: NatterChatElement['handle']): void {
    if (handle === greeted) return;
    greeted = handle;
    tell('ready', handle);
  }

  function hear(event: Event & { readonly detail?: unknown }): void {
    if (!(event instanceof CustomEvent)) return;
    if (event.type === 'ready') greet((event.currentTarget as NatterChatElement).handle);
    else tell(event.type as PublicEventName, event.detail);
  }

  return () => {
    const element = host.current;
    let listens = true;
    if (element && element.ownerDocument !== document && !Reflect.has(element, 'handle') && !lost) {
      lost = true;
      warn('not_started', ELSEWHERE, 'error');
    }
    for (const name of EVENTS) element?.addEventListener(name, hear);
    // Also waits for the promise. The element may have been ready before this listener was added, because a server has rendered it, or React has
    // rendered it in advance (`<Activity>`).
    element?.handle?.ready.then(handle => listens && handle === element.handle && greet(handle));
    return () => {
      listens = false;
      for (const name of EVENTS) element?.removeEventListener(name, hear);
    };
  };
}
