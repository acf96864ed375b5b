/** Fetches parts that few conversations need, and gives them the panel's own. If they cannot be fetched, the chat works without them. */

import { signal } from '@preact/signals-core';
import { h } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { useLanguage } from './context/hooks.ts';
import type { OnNeed, ReplyParts } from './context/ui-context.ts';
import { Icon } from './kit/Icon.tsx';
import { loadReplyParts } from './load-reply-parts.ts';

/** `wear` adds a style sheet to the panel's. */
export function createOnNeed(wear: (css: string) => unknown): OnNeed {
  const parts = signal<ReplyParts | null>(null);
  let isAsked = false;
  return {
    parts,
    askForParts() {
      if (isAsked) return;
      isAsked = true;
      loadReplyParts().then(
        ({ createReplyParts, styles }) => {
          wear(styles);
          parts.value = createReplyParts({ h, useLayoutEffect, useState, useLanguage, Icon });
        },
        () => {
          // The next reply that needs them tries again.
          isAsked = false;
        },
      );
    },
  };
}
