/**
 * `<natter-chat>` in the markup of frameworks. Imports no framework. Each framework's entry adds one of these types to the framework's elements.
 * `Base` is the framework's type for any element.
 */

import type { DetailHandlers, ElementEventProps, SolidEventProps } from '../handle/event-handlers.ts';
import type { ElementAttributes } from './element-attributes.ts';

export type { NatterChatElement } from './element.ts';

/** React and Preact remove an attribute whose value is false, which would restore the default. */
type TextAttributes = { readonly [K in keyof ElementAttributes]: Exclude<ElementAttributes[K], false> };

type With<Own, Base> = Own & Omit<Base, keyof Own>;

/** Vue's listeners have the names of a component's handlers, but receive the event. */
type VueListeners = {
  readonly [K in keyof DetailHandlers]: NonNullable<DetailHandlers[K]> extends (detail: infer D) => unknown
    ? ((event: CustomEvent<D>) => unknown) | undefined
    : never;
} & { readonly onReady?: ElementEventProps['onready'] };

export type InReact<Base> = With<TextAttributes & ElementEventProps & { readonly class?: string | undefined }, Base>;
export type InPreact<Base> = With<TextAttributes & ElementEventProps, Base>;
export type InSvelte<Base> = With<ElementAttributes & ElementEventProps, Base>;
export type InSolid<Base> = With<ElementAttributes & SolidEventProps, Base>;
export type InVue = ElementAttributes & VueListeners;
