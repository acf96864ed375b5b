/**
 * `<natter-chat>`: the widget as a custom element. Its attributes are the settings in kebab-case, its properties the settings by name. Some settings
 * change a running chat at once; all others restart it. Every public event is dispatched on the element, with the same name and detail. The element
 * paints the launcher, and fetches the widget (application.ts) when the visitor uses the chat. Under Node, where there is no DOM, importing this file
 * has no effect.
 */

import type { PublicEventName, PublicEvents } from '../../client/api/chat.ts';
import { EVENTS } from '../handle/event-names.ts';
import type { NatterHandle } from '../handle/handle.ts';
import { idleState } from '../handle/initial-state.ts';
import { styleLauncher } from '../launcher/paint-launcher.ts';
import { adoptStyles } from '../look/adopt-styles.ts';
import { mark, PLACEMENT, unmark } from '../look/placement.ts';
import type { Chunk } from '../painted/fetching.ts';
import type { EarlyCall } from '../painted/painted.ts';
import type { Widget } from '../panel/mount.ts';
import type * as Application from '../script-tag/application.ts';
import { createStandIn } from '../script-tag/early-api.ts';
import { brokerTrouble } from '../settings/broker-url.ts';
import { attributeOf, attributeText, FIXED, FUNCTIONS, NAMES, OBJECTS } from '../settings/host-settings.ts';
import { acceptSettings, RULES, type SettingName, type Settings, type SettingsInput } from '../settings/options.ts';
import { warn, wordsOf } from '../warn.ts';
import type { ElementSettings } from './element-settings.ts';
import { steadyFunctions } from './steady-functions.ts';

export const TAG = 'natter-chat';

/** Events that `<natter-chat>` dispatches. They do not bubble and do not leave a shadow tree. preventDefault() has an effect only on `link`. */
export type NatterChatEvent<K extends PublicEventName> = CustomEvent<PublicEvents[K]>;

/** Attributes that Natter sets for style sheets. Turbo's morphing removes them, because the server's markup does not have them. */
const MARKS = ['data-mode', 'data-theme'];

/** The props of the component that an element belongs to. Warnings name them as the page wrote them. */
export const givenProps = new WeakMap<HTMLElement, object>();

// Under Node the module must be importable, although the class cannot be used.
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

class ChatElement extends Base {
  static readonly observedAttributes = [...NAMES.map(attributeOf), ...MARKS];

  /** The widget's handle, or the early API until there is a widget. */
  #handle: (NatterHandle & { readonly q?: unknown }) | null = null;
  #widget: (Widget & { update(settings: Settings): void }) | null = null;
  #application: typeof Application | null = null;
  /** Calls that wait for the widget. `#update` is the one that applies changed settings. */
  #calls: EarlyCall[] = [];
  #update: EarlyCall | null = null;
  #stays = false;
  #settings: Settings | null = null;
  #owned = false;
  #scheduled = false;
  #objects: Record<string, unknown> = {};
  #told = new Set<string>();
  #returned: (() => void) | undefined;

  static {
    for (const name of NAMES) {
      // Uses the native properties `title` and `nonce`, with '' for null and undefined, because browsers hide a nonce from its attribute.
      const native = name in Base.prototype;
      Object.defineProperty(ChatElement.prototype, name, {
        configurable: true,
        enumerable: true,
        get(this: ChatElement) {
          return native ? Reflect.get(Base.prototype, name, this) : this.#value(name);
        },
        set(this: ChatElement, value: unknown) {
          if (native) Reflect.set(Base.prototype, name, wordsOf(value ?? ''), this);
          else this.#change(name, value);
        },
      });
    }
  }

  /**
   * The widget, or null while the element is off the page or has no usable broker. Reading it applies pending changes at once, so there is a handle
   * as soon as the element is on the page.
   */
  get handle(): NatterHandle | null {
    if (this.#scheduled && this.isConnected) this.#settle();
    return this.#handle;
  }

  connectedCallback(): void {
    // Sets properties again that were set before the class was defined, because they would hide the accessors of the class.
    for (const name of NAMES.filter(each => Object.hasOwn(this, each))) {
      const { [name]: value } = this as unknown as ElementSettings;
      Reflect.deleteProperty(this, name);
      Object.assign(this, { [name]: value });
    }
    // Called here too, because the element may have been moved.
    this.#returned?.();
    this.#schedule();
  }

  disconnectedCallback(): void {
    this.#schedule();
  }

  /** Removes the element. Does nothing while the widget restarts because of changed settings; only the page's own `destroy()` removes the element. */
  override remove(): void {
    if (!this.#stays) super.remove();
  }

  attributeChangedCallback(): void {
    this.#schedule();
  }

  #value(name: SettingName): unknown {
    return OBJECTS.includes(name) ? this.#objects[name] : acceptSettings(this.#source()).values[name];
  }

  #change(name: SettingName, value: unknown): void {
    if (OBJECTS.includes(name)) {
      this.#objects[name] = value ?? undefined;
      this.#schedule();
    } else if (value === undefined || value === null || value === '') this.removeAttribute(attributeOf(name));
    else this.setAttribute(attributeOf(name), attributeText(name, value));
  }

  /** Schedules one update for all changes of the current task. When it runs, an element that is being moved is connected again. */
  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => this.#scheduled && this.#settle());
  }

  #settle(): void {
    this.#scheduled = false;
    // Does nothing if the shadow root belongs to the widget of a script tag, which uses the same element name.
    if (this.shadowRoot && !this.#owned) return;
    const next = this.isConnected ? this.#read() : null;
    const before = this.#settings;
    if (next && before && this.#handle && !differ(FIXED, before, next)) {
      if (differ(NAMES, before, next)) this.#takeOver(before, next);
      if (MARKS.some(each => !this.hasAttribute(each))) this.#mark(next);
    } else {
      this.#stop();
      if (next) this.#start(next);
    }
    this.#settings = next;
  }

  #source(): Record<string, unknown> {
    const source: Record<string, unknown> = { ...this.#objects };
    for (const name of NAMES) {
      const value = this.getAttribute(attributeOf(name));
      // Ignores an object that a server has rendered as text. Hydration will set the property.
      if (value !== null && !(OBJECTS.includes(name) && (source[name] !== undefined || isFallen(name, value))))
        source[name] = value;
    }
    return source;
  }

  #read(): Settings | null {
    const source = this.#source();
    const accepted = acceptSettings(source);
    const { settings, values } = accepted;
    if (!settings) this.#warn([brokerTrouble(values.broker)]);
    // Before the widget is loaded, reports only a missing or wrong broker, because the widget checks everything else.
    void this.#application?.report(source, accepted, givenProps.get(this)).then(warnings => this.#warn(warnings));
    return settings;
  }

  /** Does not repeat a warning when another setting changes. */
  #warn(warnings: readonly { readonly code: string; readonly message: string }[]): void {
    for (const { code, message } of warnings) {
      if (!this.#told.has(message)) warn(code, message, code.endsWith('broker') ? 'error' : 'warn');
      this.#told.add(message);
    }
  }

  #start(settings: Settings): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    this.#owned = true;
    this.#calls = [];
    mark(this, settings);
    const handle = createStandIn(
      settings as unknown as Record<string, unknown>,
      { application: '', fetchChunk: () => this.#fetch(settings) },
      {
        host: this,
        calls: this.#calls,
        home: () => null,
        idle: open => ({ ...idleState(), open }),
        keep(_host, _home, placed) {
          placed();
          return () => root.replaceChildren();
        },
      },
    );
    // Adds the styles that place the host on the page.
    adoptStyles(root, PLACEMENT);
    this.#handle = handle;
    for (const name of EVENTS) handle.on(name, detail => this.#tell(name, detail));
    this.#hideTitle();
  }

  async #fetch(settings: Settings): Promise<Chunk> {
    const application = await import('../script-tag/application.ts');
    this.#application = application;
    return {
      embed: (_source, painted, wanted, calls, took) => {
        this.#read();
        const steady = steadyFunctions(() => this.#objects as SettingsInput)(settings);
        const widget = application.mountPainted(steady, painted);
        this.#widget = { ...widget, update: application.createUpdate(steady, widget.live) };
        this.#returned ??= application.prepareReturn(this.shadowRoot as ShadowRoot, false);
        this.#hideTitle();
        took(this.#widget.handle);
        application.makeCalls(this.#widget.handle, calls, wanted);
      },
    };
  }

  /** Sets an empty title on the children; otherwise the browser would show the element's title, which is the chat's name, as a tooltip. */
  #hideTitle(): void {
    for (const child of this.shadowRoot?.children ?? []) child.setAttribute('title', '');
  }

  /**
   * Applies changed settings. If the widget is not loaded yet, repaints the launcher and adds the change to the queue of early calls, which are
   * applied in order.
   */
  #takeOver(before: Settings, next: Settings): void {
    if (this.#widget) {
      this.#widget.update(next);
      return;
    }
    const calls = this.#calls;
    if (calls.at(-1) === this.#update) calls.pop();
    this.#update = () => this.#widget?.update(next);
    calls.push(this.#update);
    const button = this.shadowRoot?.querySelector('button');
    if (button) styleLauncher(button, next);
    if (button && next.showLauncher !== before.showLauncher) button.hidden = !next.showLauncher;
    mark(this, next);
  }

  #tell<K extends PublicEventName>(name: K, detail: PublicEvents[K]): void {
    const wasKept = this.dispatchEvent(new CustomEvent(name, { detail, cancelable: name === 'link' }));
    if (!wasKept && 'preventDefault' in detail) detail.preventDefault();
  }

  #mark(settings: Settings): void {
    mark(this, this.#widget?.live.settings.peek() ?? settings);
  }

  #stop(): void {
    this.#stays = true;
    // Avoids destroying the handle twice, because that would print a warning.
    if (!this.#handle?.q) this.#handle?.destroy();
    this.#stays = false;
    unmark(this);
    this.#handle = null;
    this.#widget = null;
    this.#settings = null;
  }
}

/** Returns true for an object or a function that was converted to a text by mistake, such as `[object Object]`. */
const isFallen = (name: SettingName, value: string): boolean =>
  (FUNCTIONS.includes(name) ? /=>|\{/ : /^\[object Object\]/).test(value);

/** Compares settings. Functions count as equal: the chat calls the newest one (steady-functions.ts). */
function differ(names: readonly SettingName[], before: Settings, next: Settings): boolean {
  // A phrase by language is another object each time that its attribute is read.
  const weigh = (name: SettingName, value: unknown) =>
    typeof value === 'function' ? differ : RULES[name] === 'phrase' ? JSON.stringify(value) : value;
  return names.some(name => weigh(name, before[name]) !== weigh(name, next[name]));
}

/** Listeners with the type of each event's detail. */
export interface ElementListeners {
  addEventListener<K extends PublicEventName>(
    type: K,
    listener: (event: NatterChatEvent<K>) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<K extends PublicEventName>(
    type: K,
    listener: (event: NatterChatEvent<K>) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
}

// ElementListeners must come first: TypeScript takes the first overload that fits, and native elements also have the events `close` and `error`.
export type NatterChatElement = ElementListeners & ChatElement & ElementSettings;

export const NatterChatElement = ChatElement as unknown as {
  new (): NatterChatElement;
  readonly prototype: NatterChatElement;
  readonly observedAttributes: readonly string[];
};

/** Defines `<natter-chat>`. Does nothing if it is defined already or there is no DOM. */
export function defineElement(): void {
  if (globalThis.customElements && !customElements.get(TAG)) customElements.define(TAG, ChatElement);
}

declare global {
  interface HTMLElementTagNameMap {
    'natter-chat': NatterChatElement;
  }
}
