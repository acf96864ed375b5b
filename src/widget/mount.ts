/**
 * The composition root: settings, a chat, a host element and perhaps a launcher become a widget on the page. How the widget looks is
 * ui/, what the chat does is client/; here they only meet, and here they are taken apart again.
 */

import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { lastKept } from '../browser/marker.ts';
import type { Chat } from '../client/chat.ts';
import { createPageChat } from '../client/page-chat.ts';
import { type Choices, needsConsent, wantsSound } from '../ui/choices.ts';
import { FIRST_WORDS } from '../ui/first-words.ts';
import type { Parts } from '../ui/late-parts.ts';
import { renderApp } from '../ui/render.tsx';
import type { Replies } from '../ui/replies.ts';
import type { UiSettings } from '../ui/settings.ts';
import { createSpeech, type Languages, type Speech } from '../ui/speech.ts';
import { styles } from '../ui/styles.ts';
import { identity, listed } from '../ui/tags.ts';
import { createChoices } from './choices.ts';
import { resolveBrand } from './color.ts';
import { gated } from './consent-gate.ts';
import type { createExtras, Extras } from './extras.ts';
import { createHandle, type NatterHandle } from './handle.ts';
import { imageOriginsOf } from './image-origins.ts';
import type { Launcher } from './launcher-control.ts';
import { attachLauncher } from './launcher-wiring.ts';
import { nextTask } from './next-task.ts';
import type { Settings } from './options.ts';
import { mark, PLACEMENT, unmark } from './placement.ts';
import { standing } from './standing-panel.ts';
import { adoptStyles, dropStyles } from './style-sheet.ts';
import { brandRules } from './theme.ts';
import { warn } from './warn.ts';

export interface Widget {
  readonly handle: NatterHandle;
  /** What update.ts changes while it runs. */
  readonly live: Live;
  /** Adds what the panel and the widget need once somebody can answer; before the chat shows any answer. */
  furnish(replies: Replies, makeExtras?: typeof createExtras): Promise<void>;
  /** As `handle.destroy()`, but leaves the host element where it is. */
  unmount(): void;
}

export interface Live {
  readonly settings: Signal<Settings>;
  readonly speech: Speech;
  readonly launcher: Launcher | null;
}

export interface Place {
  /** The `<natter-chat>` element. It gets an open shadow root unless it has one. */
  readonly host: HTMLElement;
  /** Null in the modes that have none. */
  readonly launcher: Launcher | null;
  /** Has the widget furnished, without starting the chat; left out where it comes furnished. */
  equip?(): void;
  /** When the panel may be drawn; left out where it is drawn at once. Calls do not wait for it. */
  readonly turn?: Promise<void>;
}

const ENGLISH_ONLY: Languages = { tags: [], load: () => Promise.reject() };

/** Puts a widget into its place. It takes the chat over: with the widget, the chat goes. */
export function mount(
  first: Settings,
  { host, launcher, equip, turn }: Place,
  given: Chat,
  languages: Languages = ENGLISH_ONLY,
): Widget {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const settings = signal(first);
  const chat = createPageChat(given, first, warn);
  const looks = uiSettings(settings);
  const parts = signal<Parts | null>(null);
  const choices = createChoices(first);
  const speech = speak(languages, looks, chat, choices.now.peek());
  const container = document.createElement('div');
  root.append(container);
  const floating = first.renderMode === 'floating';
  const needed = computed(() => needsConsent(settings.value, choices.now.value));
  const gate = gated(chat, needed, choices.forget);
  const view = floating ? gate : standing(gate);
  /** Whether this page has ever said `true`, open, or `false`, closed. */
  const said = new Set<boolean>();
  let gone = false;
  let keepHost = false;
  let extras: Extras | undefined;
  /** The last word on the bubble, for when there is one. */
  let prompted = '';
  /** The chat as this page calls it: what other tabs and earlier page loads have opened was opened elsewhere. */
  const own = heard(view, open => said.add(open));

  const undo = [
    choices.stop,
    gate.stop,
    speech.stop,
    wear(root, styles + PLACEMENT, first.nonce),
    markHost(host, settings),
    // While somebody reads what the consent is about, what comes next may be fetched; it asks nobody for anything.
    effect(() => {
      if (needed.value && view.state.value.open) equip?.();
    }),
    // Not before: the launcher would flee from the pointer that has this fetched.
    effect(() => {
      if (own.state.value.open) rise(host, first);
    }),
    launcher ? attachLauncher(launcher, own, speech, root, container) : () => {},
  ];
  if (!floating) openByUse(container, own, gate);
  const dress = () => gone || undo.push(wearBrand(root, settings, chat));
  const draw = () =>
    gone ||
    undo.push(
      renderApp(container, { chat: view, settings: looks, speech, parts, choices, isOwnDoing: () => said.has(true) }),
    );
  // To ask for the brand has the browser read all the styles: a step of its own, without which the panel is drawn all the same.
  if (turn) turn.then(dress).finally(() => nextTask().then(draw));
  else {
    dress();
    draw();
  }

  function takeApart(): void {
    gone = true;
    for (const each of undo.reverse()) each();
    chat.dispose();
    container.remove();
    launcher?.element.remove();
    host.popover = null;
    if (!keepHost) host.remove();
  }

  const handle = createHandle(own, {
    setVisible: visible => launcher?.setVisible(visible),
    setLocale: speech.choose,
    setTheme: theme => changeTheme(settings, theme),
    prompt(text) {
      prompted = text;
      extras?.prompt(text);
      if (!extras) equip?.();
    },
    identify: chat.identify,
    dispose: takeApart,
    warn,
  });
  // A step later, so that whoever mounts can put handlers on first.
  queueMicrotask(() => {
    chat.emit('ready', {});
    // What is kept is shown as the visitor has left it, open or closed, and where it always stands open it goes on; and who closes it at
    // once does so before it opens.
    const kept = !!lastKept(first.broker, first.widgetId);
    if (!said.has(false) && (floating ? first.autoOpen && !kept : first.autoOpen || kept)) view.open();
  });
  return {
    handle,
    live: { settings, speech, launcher },
    async furnish(replies, makeExtras) {
      if (!gone) undo.push(wear(root, replies.styles, first.nonce));
      // To read the styles is long enough.
      if (turn) await nextTask();
      if (gone) return;
      batch(() => {
        speech.add(replies.words);
        parts.value = replies.parts;
      });
      const keys = Object.keys({ ...FIRST_WORDS, ...replies.words });
      undo.push(replies.reportTexts(settings, keys, speech.tags, message => warn('unknown_text', message)));
      const soundWanted = () => wantsSound(settings.peek(), choices.now.peek());
      const made = makeExtras?.(extrasParts(first, own, root, launcher, speech, soundWanted));
      if (!made) return;
      extras = made;
      undo.push(
        made.stop,
        effect(() => made.setOpen(own.state.value.open)),
      );
      made.prompt(prompted);
    },
    unmount() {
      keepHost = true;
      if (!gone) handle.destroy();
    },
  };
}

/** It stands there unasked; what opens it is the visitor's own doing. To pass through it with the Tab key is none. */
function openByUse(container: HTMLElement, chat: Chat, { state }: Chat): void {
  const used = () => state.peek().open || chat.open();
  for (const type of ['click', 'input']) container.addEventListener(type, used);
}

function speak(
  languages: Languages,
  settings: ReadonlySignal<UiSettings>,
  { state }: Chat,
  { language = '' }: Choices,
): Speech {
  const offered = listed(settings.peek().languages).map(identity);
  // What the site does not offer any more, the menu would not lead back from.
  const before = offered.includes(identity(language)) ? language : '';
  return createSpeech({ languages, settings, conversation: () => state.value.language, before, warn });
}

function extrasParts(
  settings: Settings,
  chat: Chat,
  root: ShadowRoot,
  launcher: Launcher | null,
  speech: Speech,
  wantsSound: () => boolean,
): Parameters<typeof createExtras>[0] {
  const up = () => {
    if (chat.state.peek().open) rise(root.host as HTMLElement, settings);
  };
  return { settings, chat, root, launcher: launcher?.element ?? null, language: speech.language, wantsSound, rise: up };
}

/** The same chat, which tells when it is opened or closed by way of it. */
function heard(chat: Chat, tell: (open: boolean) => unknown): Chat {
  return {
    ...chat,
    open() {
      tell(true);
      chat.open();
    },
    toggle() {
      tell(true);
      chat.toggle();
    },
    close() {
      tell(false);
      chat.close();
    },
  };
}

function changeTheme(settings: Signal<Settings>, theme: Settings['theme']): void {
  if (['auto', 'light', 'dark'].includes(theme)) settings.value = { ...settings.peek(), theme };
  else warn('invalid_setting', `setTheme("${theme}"): one of auto, light, dark.`);
}

function uiSettings(settings: ReadonlySignal<Settings>): ReadonlySignal<UiSettings> {
  return computed(() => {
    const { avatar, renderMode, languages, imageOrigins } = settings.value;
    return {
      ...settings.value,
      avatarUrl: avatar,
      mode: renderMode,
      languages: `${languages}`,
      imageOrigins: imageOriginsOf(`${imageOrigins}`),
    };
  });
}

/** Where the page's body has a transform, a filter or the like, it holds what is fixed in it; the top layer is out of its reach. */
function rise(host: HTMLElement, { renderMode }: Settings): void {
  if (renderMode === 'inline' || !host.offsetParent) return;
  host.popover = 'manual';
  host.showPopover();
}

/** The brand's shades. The page's own variable may have changed whenever a setting changes or the panel opens. */
function wearBrand(root: ShadowRoot, settings: ReadonlySignal<Settings>, { state }: Chat): () => void {
  const open = computed(() => state.value.open);
  const rule = computed(() => {
    void open.value;
    return brandRules(resolveBrand(root, settings.value.color));
  });
  return effect(() => wear(root, rule.value, settings.peek().nonce));
}

function wear(root: ShadowRoot, css: string, nonce: string): () => void {
  const added = adoptStyles(root, css, nonce);
  return () => dropStyles(root, added);
}

/** What style sheets tell the host by; the answer takes it off again. */
function markHost(host: HTMLElement, settings: ReadonlySignal<Settings>): () => void {
  const stop = effect(() => mark(host, settings.value));
  return () => {
    stop();
    unmark(host);
  };
}
