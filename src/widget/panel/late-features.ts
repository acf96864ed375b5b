/**
 * Features of a widget that load later: the prompt bubble, the badge's styles, the dot on the launcher of a chat that is not connected,
 * notifications while the visitor looks elsewhere, and protection from page rules that would make the host a containing block.
 */

import type { ReadonlySignal } from '@preact/signals-core';
import type { Chat } from '../../client/api/chat.ts';
import type { Language } from '../../ui/i18n/panel-language.ts';
import { safeImage } from '../../ui/links/safe-url.ts';
import { createNotifications } from '../attention/notifications.ts';
import { tellAway } from '../launcher/connect-launcher.ts';
import badge from '../launcher/launcher-badge.css?inline';
import { previewReplies } from '../launcher/reply-preview.ts';
import { adoptStyles, dropStyles } from '../look/adopt-styles.ts';
import type { Settings } from '../settings/options.ts';
import { warn } from '../warn.ts';
import { fetchExtras } from './fetch-extras.ts';
import { keepEvents } from './isolate-events.ts';
import { createLatePrompt } from './late-prompt.ts';
import { holdPressedField } from './pressed-field.ts';

const BOXES = 'animation backdrop-filter contain filter offset-path perspective rotate scale transform translate'.split(
  ' ',
);

/**
 * Keeps page rules such as `* { transform: … }` from making the host a containing block for fixed children. Does not apply to an inline chat, which
 * the page may transform.
 */
const UNHELD =
  `:host(:not([data-mode=inline])){${BOXES.map(name => `${name}:none!important`).join(';')};` +
  'container-type:normal!important;content-visibility:visible!important;will-change:auto!important}';

export interface LateParts {
  readonly settings: Settings;
  /** The chat, with the decorators of decorateForWidget(). */
  readonly chat: Chat;
  readonly root: ShadowRoot;
  /** Null without a launcher. Then there is no bubble. */
  readonly launcher: HTMLElement | null;
  /** The language of the panel, with its words. */
  readonly language: ReadonlySignal<Language>;
  wantsSound(): boolean;
  /** Moves an open chat out of a body that has become its containing block. */
  rise(): void;
}

export interface LateFeatures {
  /** Shows the bubble; the empty text removes it. */
  prompt(text: string): void;
  /** Must be called when the panel is opened or closed. */
  setOpen(open: boolean): void;
  stop(): void;
}

export function createLateFeatures({
  settings,
  chat,
  root,
  launcher,
  language,
  wantsSound,
  rise,
}: LateParts): LateFeatures {
  const sheet = adoptStyles(root, badge + UNHELD);
  keepEvents(root);
  const release = holdPressedField(root);
  const notifications = createNotifications({
    chat,
    root,
    words: () => language.peek().t,
    isSoundOn: wantsSound,
    loadSound: async () => (await fetchExtras())?.createSound,
  });
  const stopTelling = launcher && tellAway(launcher, chat, () => language.value.t);
  const prompt =
    launcher &&
    createLatePrompt({
      root,
      launcher,
      site: { author: settings.title, face: settings.avatar ? safeImage(settings.avatar) : null },
      open: () => chat.open(),
      dismissWords: () => language.value.t('dismiss'),
    });

  const stopPreviewing = prompt && previewReplies(prompt, chat, () => language.peek().t);

  const stands = settings.renderMode !== 'floating';
  const watch =
    globalThis.IntersectionObserver &&
    new IntersectionObserver(
      entries => {
        // The body may get a filter while the chat is open, and so become the containing block of fixed elements.
        rise();
        if (stands) chat.inView?.(!!entries.at(-1)?.isIntersecting);
      },
      { threshold: [0, 0.5, 1] },
    );
  let watched: Element | null = null;

  return {
    // `null` and `undefined` remove the bubble, as the empty string does.
    prompt(text: unknown = '') {
      if (typeof text === 'string' || text === null) prompt?.show(text ?? '');
      else warn('invalid_call', `prompt() takes a string, not ${typeof text}. Nothing was changed.`);
    },
    setOpen(open) {
      prompt?.setOpen(open);
      const panel = open ? root.querySelector('.panel') : null;
      if (panel === watched) return;
      watched = panel;
      watch?.disconnect();
      if (panel) watch?.observe(panel);
      if (stands) chat.inView?.(!!panel && !watch);
    },
    stop() {
      release();
      watch?.disconnect();
      stopTelling?.();
      stopPreviewing?.();
      prompt?.dispose();
      notifications.dispose();
      dropStyles(root, sheet);
    },
  };
}
