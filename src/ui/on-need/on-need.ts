/**
 * Fetches parts that few conversations need, and passes them the panel's components and hooks. The chat works without a part that cannot be
 * fetched.
 */

import { signal } from '@preact/signals-core';
import { type ComponentType, Fragment, h } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useChat, useChatState, useLanguage, useSettings, useWords } from '../context/hooks.ts';
import type { OnNeed } from '../context/ui-context.ts';
import { focusStill } from '../focus/focus.ts';
import { formatDay } from '../i18n/dates.ts';
import { Icon } from '../kit/Icon.tsx';
import { Link } from '../kit/Link.tsx';
import { safeHref } from '../links/safe-url.ts';
import { Message } from '../message/Message.tsx';
import { daysSince, toRows } from '../rows/rows.ts';
import { createLazyPart } from './fetch-part.ts';
import { loadPastChats } from './load-past-chats.ts';
import { loadReplyParts } from './load-reply-parts.ts';

const hooks = { useLayoutEffect, useRef, useState, useChat, useChatState, useLanguage, useSettings, useWords };

/** `wear` adds a style sheet to those of the panel. */
export function createOnNeed(wear: (css: string) => unknown): OnNeed {
  const past = signal<ComponentType | null>(null);
  const pastChats = createLazyPart(loadPastChats, wear, ({ createPastChats }) => {
    const kit = { h, ...hooks, focusStill, formatDay, Icon, Message, daysSince, toRows };
    return createPastChats(kit, () => {
      past.value = null;
    });
  });
  return {
    replyParts: createLazyPart(loadReplyParts, wear, ({ createReplyParts }) =>
      createReplyParts({ h, Fragment, ...hooks, Icon, Link, safeHref }),
    ),
    past,
    async openPast(ready) {
      const screen = await pastChats.fetch();
      if (!screen) return false;
      ready();
      past.value = screen;
      return true;
    },
  };
}
