/** Fetches the first screen (home/home.ts) when a setting asks for it. Passes it the panel's components and hooks. */

import type { ReadonlySignal } from '@preact/signals-core';
import { type ComponentType, h } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useTeamRequest, useTrouble, useUi } from '../context/hooks.ts';
import type { UiSettings } from '../context/ui-settings.ts';
import { useSelected } from '../context/use-signal.ts';
import { focusOnward } from '../focus/focus.ts';
import { Icon } from '../kit/Icon.tsx';
import { Link } from '../kit/Link.tsx';
import { safeHref } from '../links/safe-url.ts';
import { Channels } from '../status/Channels.tsx';
import { createLazyPart, fetchIfWanted, type WantedPart } from './fetch-part.ts';
import { loadHome } from './load-home.ts';

/** `wear` adds a style sheet to those of the panel. `warn` is called with a sentence for developers about each invalid setting. */
export function createFirstScreen(
  settings: ReadonlySignal<UiSettings>,
  wear: (css: string) => unknown,
  warn: (message: string) => void,
): WantedPart<ComponentType> {
  const isWanted = () => {
    const { starters, hours, links, teamText } = settings.value;
    return starters || hours || links || teamText;
  };
  const lazy = createLazyPart(loadHome, wear, ({ createHome }) => {
    const hooks = { useEffect, useState, useSelected, useTeamRequest, useTrouble, useUi };
    return createHome({ h, ...hooks, focusOnward, Channels, Icon, Link, safeHref }, settings.peek(), warn);
  });
  return fetchIfWanted(isWanted, lazy);
}
