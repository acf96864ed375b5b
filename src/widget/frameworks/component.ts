/**
 * The widget as a component, for React and Preact alike: their hooks are passed as an argument. Neither framework is imported here, and
 * nothing touches the page before there is one. For the chat as a hook see host-chat.ts; they are apart, so that neither brings the other
 * into a page's bundle.
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
  /** Hides the chat. Its conversation goes on. */
  readonly hidden?: boolean | undefined;
  readonly slot?: string | undefined;
  readonly role?: string | undefined;
}

/** Every setting, one handler for each event, and the attributes that style the element around an inline chat. */
export type ChatWidgetProps = ChatSettings & EventHandlers & HostAttributes;

/** The result of `useChat()` in React: the names of `createChat()`, with values in place of signals. */
export type ChatView = {
  readonly [K in keyof HostedChat]: HostedChat[K] extends ReadonlySignal<infer V> ? V : HostedChat[K];
};

export interface ComponentHooks<Drawn, Ref> extends Hooks {
  createElement(tag: string, props: Record<string, unknown>): Drawn;
  useImperativeHandle(ref: Ref, make: () => NatterChatElement['handle'], deps: readonly unknown[]): void;
}

/** Differences of one framework. */
export interface Manners {
  /** Props of the host element. */
  readonly hostProps?: Readonly<Record<string, unknown>>;
  /** True if the framework fails when it removes an element that is already gone, for example by `destroy()`. */
  readonly removesBlindly?: boolean;
}

/**
 * `<ChatWidget>`: a `<natter-chat>` whose attributes are the settings, so that a server draws it, too. `ref` gets the handle as soon as the
 * component is on the page.
 */
export function createChatComponent<Drawn, Ref>(hooks: ComponentHooks<Drawn, Ref>, manners: Manners = {}) {
  const { createElement, useRef, useState, useImperativeHandle } = hooks;
  const { hostProps, removesBlindly } = manners;
  const useEarly = earliest(hooks);
  // A named function, for developer tools.
  return function ChatWidget(props: ChatWidgetProps, ref: Ref): Drawn {
    const host = useRef<NatterChatElement | null>(null);
    const newest = useRef(props);
    useEarly(() => {
      // React leaves the text "undefined" in such an attribute when its prop goes.
      for (const name of OF_ELEMENT) if (newest.current[name] && !props[name]) host.current?.removeAttribute(name);
      newest.current = props;
      // Defined here because importing this module must change nothing. An element that is already on the page is upgraded.
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
    // Written as text, because frameworks treat true and false differently.
    else if (setting && value !== undefined && value !== null) attributes[attributeOf(setting)] = attributeText(value);
  }
  return attributes;
}

/**
 * Sets the props that are objects. They are usually written inline, so they are new objects with each rendering although nothing has
 * changed.
 */
function takeObjects(element: NatterChatElement, props: ChatWidgetProps): void {
  for (const name of OBJECTS) {
    const [before, next]: unknown[] = [element[name], props[name]];
    if (before !== next && (FUNCTIONS.includes(name) || JSON.stringify(before) !== JSON.stringify(next)))
      Reflect.set(element, name, next);
  }
}

/** An element is defined for one document only. */
const ELSEWHERE = 'ChatWidget stands in another document.';

/** Handlers may change with each rendering. The listeners stay the same, because adding one twice has no effect. */
function createFollower(
  host: { readonly current: NatterChatElement | null },
  newest: { readonly current: ChatWidgetProps },
): () => () => void {
  let greeted: NatterChatElement['handle'] = null;
  let lost = false;

  // Called by a listener of the element, a handler that fails would be an error of the page.
  async function tell(name: PublicEventName, detail: unknown): Promise<void> {
    const handler: unknown = newest.current[handlerOf(name)];
    try {
      if (typeof handler === 'function') await handler(detail);
    } catch (error) {
      warn('handler_failed', `A handler of "${name}" threw: ${wordsOf(error)}`);
    }
  }

  /** Reports each handle once, whichever of the two ways announces it first. */
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
    // The element may have been ready before this listener: written by a server, or drawn by React ahead of being shown (`<Activity>`).
    element?.handle?.ready.then(handle => listens && handle === element.handle && greet(handle));
    return () => {
      listens = false;
      for (const name of EVENTS) element?.removeEventListener(name, hear);
    };
  };
}
