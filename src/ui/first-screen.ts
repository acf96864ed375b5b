/** Fetches the first screen (home/home.ts) when a setting asks for it, and gives it the panel's parts. */

import { effect, type ReadonlySignal, signal } from '@preact/signals-core';
import { type ComponentType, h } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useTeamRequest, useTrouble, useUi } from './context/hooks.ts';
import type { UiSettings } from './context/ui-settings.ts';
import { useSelected } from './context/use-signal.ts';
import { focusOnward } from './focus/focus.ts';
import { Icon } from './kit/Icon.tsx';
import { Link } from './kit/Link.tsx';
import { safeHref } from './links/safe-url.ts';
import { loadHome } from './load-home.ts';
import { Channels } from './status/Channels.tsx';

export interface FirstScreen {
  /** Null until it has been fetched; false if no setting asks for it, or if it could not be fetched: the chat works without it. */
  readonly screen: ReadonlySignal<ComponentType | null | false>;
  stop(): void;
}

/** `wear` adds its style sheet to the panel's, and `warn` gets a sentence for developers about each wrong setting. */
export function createFirstScreen(
  settings: ReadonlySignal<UiSettings>,
  wear: (css: string) => unknown,
  warn: (message: string) => void,
): FirstScreen {
  const screen = signal<ComponentType | null | false>(false);
  const stop = effect(() => {
    const { starters, hours, links, teamText } = settings.value;
    if (screen.peek() !== false || !(starters || hours || links || teamText)) return;
    screen.value = null;
    loadHome().then(
      ({ createHome, styles }) => {
        wear(styles);
        const hooks = { useEffect, useState, useSelected, useTeamRequest, useTrouble, useUi };
        screen.value = createHome({ h, ...hooks, focusOnward, Channels, Icon, Link, safeHref }, settings.peek(), warn);
      },
      () => {
        screen.value = false;
      },
    );
  });
  return { screen, stop };
}
