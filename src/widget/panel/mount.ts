/**
 * The composition root: makes a widget from settings, a chat, a host element and, in some modes, a launcher. It connects the user interface (ui/)
 * with the chat (client/), and disconnects them again.
 */

import { computed, effect, type ReadonlySignal, type Signal, signal, untracked } from '@preact/signals-core';
import { authorizationHeader } from '../../browser/api.ts';
import { keptAt, keptKey } from '../../browser/marker.ts';
import type { Chat } from '../../client/api/chat.ts';
import type { UiSettings } from '../../ui/context/ui-settings.ts';
import { type Choices, needsConsent, wantsSound } from '../../ui/context/visitor-choices.ts';
import { createExtras } from '../../ui/extras.ts';
import { LATE_KEYS } from '../../ui/i18n/catalogue.ts';
import { checkTexts } from '../../ui/i18n/check-texts.ts';
import { ENGLISH } from '../../ui/i18n/english.ts';
import { identity, listed } from '../../ui/i18n/language-tags.ts';
import { createPanelLanguage, type PanelLanguage } from '../../ui/i18n/panel-language.ts';
import { undoPageTranslation } from '../../ui/i18n/undo-page-translation.ts';
import { languages } from '../../ui/load-languages.ts';
import { createFirstScreen } from '../../ui/on-need/first-screen.ts';
import { createOnNeed } from '../../ui/on-need/on-need.ts';
import { createOptionalParts } from '../../ui/on-need/optional-parts.ts';
import { mountPanel } from '../../ui/Panel.tsx';
import { createServices } from '../../ui/services/services.ts';
import { styles } from '../../ui/styles.ts';
import { clientFor } from '../chat/create-chat.ts';
import { decorateForWidget } from '../chat/decorators.ts';
import { createChoices } from '../chat/visitor-choices.ts';
import { createHandle, type NatterHandle } from '../handle/handle.ts';
import { attachLauncher } from '../launcher/connect-launcher.ts';
import type { Launcher } from '../launcher/launcher.ts';
import { adoptStyles, dropStyles } from '../look/adopt-styles.ts';
import { brandRules } from '../look/brand-shades.ts';
import { mark, PLACEMENT, unmark } from '../look/placement.ts';
import { resolveBrand } from '../look/resolve-brand.ts';
import { nextTask } from '../next-task.ts';
import type { PaintedPanel } from '../painted/paint-panel.ts';
import { takeOver } from '../painted/take-over.ts';
import { imageOriginsOf } from '../settings/image-origins.ts';
import type { Settings } from '../settings/options.ts';
import { warn } from '../warn.ts';
import { fetchExtras } from './fetch-extras.ts';
import { createLateFeatures, type LateParts } from './late-features.ts';

export { languages };

export interface Widget {
  readonly handle: NatterHandle;
  /** Members that update.ts changes while the widget runs. */
  readonly live: Live;
  /** Works like `handle.destroy()`, but leaves the host element where it is. */
  unmount(): void;
}

export interface Live {
  readonly settings: Signal<Settings>;
  readonly speech: PanelLanguage;
  readonly launcher: Launcher | null;
}

export interface Place {
  /** The `<natter-chat>` element. It gets an open shadow root unless it has one. */
  readonly host: HTMLElement;
  /** Null in the modes without a launcher. */
  readonly launcher: Launcher | null;
  /** A painted panel, which the widget takes over. */
  readonly panel?: PaintedPanel | undefined;
}

/** Mounts a widget. `given` is a chat created by the caller; it ends with the widget. */
export function mount(first: Settings, { host, launcher, panel }: Place, given?: Chat): Widget {
  undoPageTranslation();
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const settings = signal(first);
  const choices = createChoices(first);
  const needed = computed(() => needsConsent(settings.value, choices.now.value));
  const { allowed, begin } = waitForConsent(needed.peek());
  const floating = first.renderMode === 'floating';
  /** Holds `true` once this page has opened the chat, and `false` once it has closed it. */
  const said = new Set<boolean>();
  const looks = uiSettings(settings);
  const wearLate = (css: string) => isGone || undo.push(wear(root, css));
  const firstScreen = createFirstScreen(looks, wearLate, message => warn('invalid_setting', message));
  const optional = createOptionalParts(looks, wearLate, warn);
  const preChat = computed(() => !!settings.value.preChat && optional.part.value && optional.part.value.preChat);
  const gateParts = { unconsented: needed, preChat, forgotten: choices.forget, begin };
  const client = given ?? clientFor(first, allowed);
  const { chat, gate, ...own } = decorateForWidget(client, first, gateParts, open => said.add(open));
  const extras = createExtras(fetchExtras, wearLate);
  const onNeed = createOnNeed(wearLate);
  const services = createServices(wearLate, { ...first, signIn: () => authorizationHeader(first.authorization) });
  const [screen, parts] = [firstScreen.part, optional.part];
  const others = () => screen.value !== null && parts.value !== null && (needed.value || gate.form.value !== null);
  const speech = speak(looks, chat, choices.now.peek(), others);
  const container = panel?.container ?? root.appendChild(document.createElement('div'));
  let isGone = false;
  let keepHost = false;

  const undo = [
    choices.stop,
    own.stop,
    speech.stop,
    firstScreen.stop,
    optional.stop,
    wear(root, styles + PLACEMENT),
    markHost(host, settings),
    // Waits until the chat is open. Otherwise the launcher would move away from the pointer, which may just have entered it and caused this chunk
    // to be fetched.
    effect(() => {
      if (chat.state.value.open) rise(host, first);
    }),
    launcher ? attachLauncher(launcher, chat, speech, root, container) : () => {},
    checkTexts(settings, [...Object.keys(ENGLISH), ...LATE_KEYS], speech.tags, message =>
      warn('unknown_text', message),
    ),
    wearBrand(root, settings, chat),
  ];
  function draw(): void {
    if (isGone) return;
    const words = panel && takeOver(root, panel);
    if (words) chat.setDraft(words);
    // Text in the field opens a panel that is always shown.
    if (words && !floating) chat.open();
    const ui = {
      chat,
      settings: looks,
      speech,
      choices,
      screen,
      parts,
      extras,
      onNeed,
      gate,
      services,
      isOwnDoing: () => said.has(true),
    };
    undo.push(mountPanel(container, ui));
  }
  if (!panel) draw();
  if (!floating) openByUse(container, chat, own.isBegun);
  const soundWanted = () => wantsSound(settings.peek(), choices.now.peek());
  const features = createLateFeatures(lateParts(first, chat, root, launcher, speech, soundWanted));
  undo.push(
    features.stop,
    effect(() => features.setOpen(chat.state.value.open)),
  );

  function takeApart(): void {
    isGone = true;
    for (const each of undo.reverse()) each();
    chat.dispose();
    container.remove();
    launcher?.element.remove();
    host.popover = null;
    if (!keepHost) host.remove();
  }

  const handle = createHandle(chat, {
    setVisible: visible => launcher?.setVisible(visible),
    setLocale: speech.choose,
    setTheme: theme => changeTheme(settings, theme),
    prompt: features.prompt,
    identify: chat.identify,
    callMe: () => openCallCard(services.card, chat, undo),
    dispose: takeApart,
    warn,
  });
  // Runs in a microtask, because the caller of mount() may want to add handlers first.
  queueMicrotask(() => {
    chat.emit('ready', {});
    // A floating panel with a stored conversation stays open or closed as the visitor left it. A panel that is always shown resumes the conversation.
    // If the page closes the panel at once, it never opens.
    const kept = keptAt(keptKey(first.broker, first.widgetId), first.remember) > 0;
    if (!said.has(false) && (floating ? first.autoOpen && !kept : first.autoOpen || kept)) own.openItself();
    own.asked();
    // The painted panel stays until the texts of its language are loaded, because texts must not change while the visitor reads. Runs in a task of
    // its own, after calls to the chat are sent.
    if (panel) nextTask().then(() => isGone || undo.push(once(speech.ready, draw)));
  });
  return {
    handle,
    live: { settings, speech, launcher },
    unmount() {
      keepHost = true;
      if (!isGone) handle.destroy();
    },
  };
}

/** Makes a chat wait for the visitor's consent, because it resumes a stored conversation when it begins. `begin` ends the wait. */
function waitForConsent(isNeeded: boolean): { allowed: Promise<void> | undefined; begin: () => void } {
  let begin = () => {};
  const allowed = isNeeded
    ? new Promise<void>(resolve => {
        begin = resolve;
      })
    : undefined;
  return { allowed, begin };
}

const NO_CALLS = 'callMe(): the broker places no calls. See docs/BROKER.md, Calls.';

/** Opens the card "call me", and warns if the broker offers no such endpoint. `undo` receives what must be stopped. */
function openCallCard(card: Signal<string>, chat: Chat, undo: (() => void)[]): void {
  card.value = 'call-me';
  chat.open();
  const isGranted = computed(() => !!chat.offers?.value.length);
  undo.push(once(isGranted, () => chat.offers?.peek().includes('call-me') || warn('not_offered', NO_CALLS)));
}

/** Calls `run` once, as soon as the signal is true. The returned function cancels this. */
function once(isReady: ReadonlySignal<boolean>, run: () => void): () => void {
  let done = false;
  return effect(() => {
    if (done || !isReady.value) return;
    done = true;
    untracked(run);
  });
}

/** Opens a panel that is always shown when the visitor clicks or types in it. */
function openByUse(container: HTMLElement, chat: Chat, isBegun: () => boolean): void {
  const used = () => isBegun() || chat.open();
  for (const type of ['click', 'input']) container.addEventListener(type, used);
}

/** Creates the panel's language. `others` returns true when all other parts that the panel waits for have loaded. */
function speak(
  settings: ReadonlySignal<UiSettings>,
  { state }: Chat,
  { language = '' }: Choices,
  others: () => boolean,
): PanelLanguage {
  const offered = listed(settings.peek().languages).map(identity);
  // Ignores an earlier choice that the site no longer offers, because the menu could not change it.
  const before = offered.includes(identity(language)) ? language : '';
  return createPanelLanguage({ languages, settings, conversation: () => state.value.language, others, before, warn });
}

function lateParts(
  settings: Settings,
  chat: Chat,
  root: ShadowRoot,
  launcher: Launcher | null,
  speech: PanelLanguage,
  wantsSound: () => boolean,
): LateParts {
  const up = () => {
    if (chat.state.peek().open) rise(root.host as HTMLElement, settings);
  };
  return { settings, chat, root, launcher: launcher?.element ?? null, language: speech.language, wantsSound, rise: up };
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

/** Moves an open chat to the top layer if the page's body is the containing block of fixed elements, for example because of a filter. */
function rise(host: HTMLElement, { renderMode }: Settings): void {
  if (renderMode === 'inline' || !host.offsetParent) return;
  host.popover = 'manual';
  host.showPopover();
}

/** Sets the brand's shades. Computes them again when a setting changes or the panel opens, because the page's variable may have changed. */
function wearBrand(root: ShadowRoot, settings: ReadonlySignal<Settings>, { state }: Chat): () => void {
  const open = computed(() => state.value.open);
  const rule = computed(() => {
    void open.value;
    return brandRules(resolveBrand(root, settings.value.color));
  });
  return effect(() => wear(root, rule.value));
}

function wear(root: ShadowRoot, css: string): () => void {
  const added = adoptStyles(root, css);
  return () => dropStyles(root, added);
}

/** Sets attributes on the host for style sheets. The returned function removes them. */
function markHost(host: HTMLElement, settings: ReadonlySignal<Settings>): () => void {
  const stop = effect(() => mark(host, settings.value));
  return () => {
    stop();
    unmark(host);
  };
}
