/**
 * `<natter-chat>`: the widget as a custom element. Its attributes are the settings in kebab-case; what can change while the chat runs is
 * taken over at once, any other change starts it anew. Importing this under Node, where there is no DOM, defines nothing and throws nothing.
 */

import type { NatterHandle } from './handle.ts';
import { createLauncher } from './launcher-control.ts';
import type { Widget } from './mount.ts';
import { mountWhole } from './mount-whole.ts';
import { RULES, type SettingName, type Settings } from './options.ts';
import { readSettings } from './settings-report.ts';
import { warn } from './warn.ts';

export const TAG = 'natter-chat';

const NAMES = Object.keys(RULES) as readonly SettingName[];

/** What a running chat takes over; the rest needs a new one. */
const LIVE: readonly SettingName[] = [
  'title',
  'color',
  'avatar',
  'theme',
  'position',
  'locale',
  'languages',
  'texts',
  'privacyUrl',
  'termsUrl',
  'disclaimer',
  'phone',
  'email',
  'contactUrl',
  'rating',
  'sound',
  'showHeader',
  'showLauncher',
];

const attributeOf = (name: SettingName): string => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);

// Under Node the class must still be loadable, although nothing can come of it.
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

export class NatterChatElement extends Base {
  static readonly observedAttributes = NAMES.map(attributeOf);

  #widget: Widget | null = null;
  #settings: Settings | null = null;
  #owned = false;
  #scheduled = false;

  /** The running widget, or null while the element is off the page or has no usable broker. */
  get handle(): NatterHandle | null {
    return this.#widget?.handle ?? null;
  }

  connectedCallback(): void {
    this.#schedule();
  }

  disconnectedCallback(): void {
    this.#schedule();
  }

  attributeChangedCallback(): void {
    this.#schedule();
  }

  /** Once per turn: several attributes are one change, and an element that is only moved is not disconnected at the end of it. */
  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      this.#settle();
    });
  }

  #settle(): void {
    // A shadow root that is not ours belongs to a script tag's widget, which uses the same element name.
    if (this.shadowRoot && !this.#owned) return;
    const next = this.isConnected ? this.#read() : null;
    const before = this.#settings;
    if (next && before && this.#widget && !needsNew(before, next)) this.#widget.update(next);
    else {
      this.#stop();
      if (next) this.#start(next);
    }
    this.#settings = next;
  }

  #read(): Settings | null {
    const source: Record<string, string> = {};
    for (const name of NAMES) {
      const value = this.getAttribute(attributeOf(name));
      if (value !== null) source[name] = value;
    }
    const { settings, warnings } = readSettings(source);
    for (const { code, message } of warnings) warn(code, message, code.endsWith('broker') ? 'error' : 'warn');
    return settings;
  }

  #start(settings: Settings): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    this.#owned = true;
    const launcher = settings.renderMode === 'floating' ? createLauncher(root, settings) : null;
    this.#widget = mountWhole(settings, { host: this, launcher });
  }

  #stop(): void {
    this.#widget?.unmount();
    this.#widget = null;
    this.#settings = null;
  }
}

function needsNew(before: Settings, next: Settings): boolean {
  return NAMES.some(name => before[name] !== next[name] && !LIVE.includes(name));
}

/** Makes `<natter-chat>` known to the page; harmless when it is known already or there is no DOM. */
export function defineElement(): void {
  if (globalThis.customElements && !customElements.get(TAG)) customElements.define(TAG, NatterChatElement);
}

declare global {
  interface HTMLElementTagNameMap {
    'natter-chat': NatterChatElement;
  }
}
