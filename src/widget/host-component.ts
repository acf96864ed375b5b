/**
 * The widget as a component, for React and Preact alike: their hooks come in as an argument. Neither framework is imported here, and nothing
 * touches the page before there is one. The chat as a hook is host-chat.ts, so that neither brings the other into a page's bundle.
 */

import type { ReadonlySignal } from '@preact/signals-core';
import type { PublicEventName } from '../client/chat.ts';
import { nameHint } from '../ui/nearest-name.ts';
import { createEarlyEmitter } from './early-events.ts';
import { defineElement, type NatterChatElement, TAG } from './element.ts';
import { EVENTS, type EventHandlers, handlerOf } from './host-events.ts';
import { earliest, type Hooks, useLasting } from './host-hooks.ts';
import { attributeOf, NAMES, OBJECTS, widgetKey } from './host-settings.ts';
import type { HostedChat } from './hosted-chat.ts';
import type { ChatSettings } from './options.ts';
import { warn, wordsOf } from './warn.ts';

export interface HostAttributes {
  readonly id?: string | undefined;
  readonly className?: string | undefined;
  /** As Preact calls it. */
  readonly class?: string | undefined;
  readonly style?: object | undefined;
  /** Nothing of the chat is seen. Its conversation goes on. */
  readonly hidden?: boolean | undefined;
  readonly slot?: string | undefined;
  readonly role?: string | undefined;
}

/** Every setting, one handler for each event, and what the element around an inline chat needs to be styled. */
export type ChatWidgetProps = ChatSettings & EventHandlers & HostAttributes;

/** What `useChat()` answers in React: the names of `createChat()`, with values in place of signals. */
export type ChatView = {
  readonly [K in keyof HostedChat]: HostedChat[K] extends ReadonlySignal<infer V> ? V : HostedChat[K];
};

export interface ComponentHooks<Drawn, Ref> extends Hooks {
  createElement(tag: string, props: Record<string, unknown>): Drawn;
  useImperativeHandle(ref: Ref, make: () => NatterChatElement['handle'], deps: readonly unknown[]): void;
}

/** What one framework has of its own. */
export interface Manners {
  /** Props of the host element. */
  readonly hostProps?: Readonly<Record<string, unknown>>;
  /** It fails when it is to take away what somebody else has taken away, as `destroy()` would. */
  readonly removesBlindly?: boolean;
}

/** Those that are attributes and properties by one name. */
const OF_ELEMENT = ['id', 'hidden', 'slot', 'role'] as const;
const PASSED_ON: readonly string[] = [...OF_ELEMENT, 'className', 'class', 'style'];
const knownProps = (): readonly string[] => [...NAMES, ...EVENTS.map(handlerOf), ...PASSED_ON, 'ref'];

/**
 * `<ChatWidget>`: a `<natter-chat>` whose attributes are the settings, so that a server draws it, too. `ref` gets the handle as soon as the
 * component is on the page.
 */
export function createChatComponent<Drawn, Ref>(hooks: ComponentHooks<Drawn, Ref>, manners: Manners = {}) {
  const { createElement, useRef, useState, useImperativeHandle } = hooks;
  const { hostProps, removesBlindly } = manners;
  const useEarly = earliest(hooks);
  // Named, for the tools of developers.
  return function ChatWidget(props: ChatWidgetProps, ref: Ref): Drawn {
    const host = useRef<NatterChatElement | null>(null);
    const newest = useRef(props);
    const told = useRef<readonly string[]>([]);
    useEarly(() => {
      // React leaves "undefined" where such a prop has been.
      for (const name of OF_ELEMENT) if (newest.current[name] && !props[name]) host.current?.removeAttribute(name);
      newest.current = props;
      told.current = reportUnknown(props, told.current);
      // Only now, because importing this must change nothing. An element that is on the page already becomes one.
      defineElement();
      if (host.current) takeObjects(host.current, props);
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

/** `data-testid`, `aria-hidden` and the like, which are nobody's business but the page's. */
const isForeign = (name: string): boolean => name.includes('-');

function attributesOf(props: ChatWidgetProps): Record<string, unknown> {
  const { className = props.class, style } = props;
  const attributes: Record<string, unknown> = {
    ...Object.fromEntries(Object.entries(props).filter(([name]) => isForeign(name))),
    ...Object.fromEntries(OF_ELEMENT.filter(name => props[name]).map(name => [name, props[name]])),
    ...(className && { class: className }),
    ...(style && { style }),
  };
  for (const name of NAMES) {
    const value = props[name];
    // As text: what frameworks make of true and false is not the same everywhere.
    if (value !== undefined && value !== null && !OBJECTS.includes(name))
      attributes[attributeOf(name)] = wordsOf(value);
  }
  return attributes;
}

/** Texts are most often written where they are used, and so are new with each drawing without being others. */
function takeObjects(element: NatterChatElement, props: ChatWidgetProps): void {
  for (const name of OBJECTS) {
    const [before, next]: unknown[] = [element[name], props[name]];
    if (before !== next && (name !== 'texts' || JSON.stringify(before) !== JSON.stringify(next)))
      Reflect.set(element, name, next);
  }
}

/** Elements are known to one document alone. */
const ELSEWHERE = 'ChatWidget stands in another document, a frame or a window, where <natter-chat> is unknown.';

/** Handlers may be others with each drawing; what listens stays, and is the same each time, which elements take as one. */
function createFollower(
  host: { readonly current: NatterChatElement | null },
  newest: { readonly current: ChatWidgetProps },
): () => () => void {
  let greeted: NatterChatElement['handle'] = null;
  let lost = false;

  // Called by a listener of the element, one that fails would be an error of the page.
  const handlers = createEarlyEmitter();
  for (const name of EVENTS) {
    handlers.on(name, detail => {
      const handler: unknown = newest.current[handlerOf(name)];
      return typeof handler === 'function' ? handler(detail) : undefined;
    });
  }

  const tell = (name: PublicEventName, detail: unknown): void => handlers.emit({ name, detail } as never);

  /** Each once, whichever way its beginning is heard of. */
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
    // It may have begun before anybody listened: written by a server, or drawn by React ahead of being shown (`<Activity>`).
    element?.handle?.ready.then(handle => listens && handle === element.handle && greet(handle));
    return () => {
      listens = false;
      for (const name of EVENTS) element?.removeEventListener(name, hear);
    };
  };
}

/** Answers all that was reported. */
function reportUnknown(props: object, told: readonly string[]): readonly string[] {
  const known = knownProps();
  const unknown = Object.keys(props).filter(
    name => !known.includes(name) && !isForeign(name) && Reflect.get(props, name) !== undefined,
  );
  for (const name of unknown) {
    if (told.includes(name)) continue;
    warn('unknown_setting', `ChatWidget has no prop "${name}".${nameHint(name, known)}`);
  }
  return unknown.length ? unknown : told;
}
