/** Fetches the optional parts (optional/optional.ts) when a setting asks for one of them. Passes them the panel's components and hooks. */

import { type ReadonlySignal, signal } from '@preact/signals-core';
import { h } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useUi } from '../context/hooks.ts';
import type { Parts } from '../context/ui-context.ts';
import type { UiSettings } from '../context/ui-settings.ts';
import { useSelected, useSignal } from '../context/use-signal.ts';
import { focusOnward } from '../focus/focus.ts';
import { Icon } from '../kit/Icon.tsx';
import { Link } from '../kit/Link.tsx';
import { safeHref } from '../links/safe-url.ts';
import { createLazyPart, fetchIfWanted, type WantedPart } from './fetch-part.ts';
import { loadOptional } from './load-optional.ts';

/** `wear` adds a style sheet to those of the panel. `warn` is called with a code and a sentence for developers. */
export const createOptionalParts = (
  settings: ReadonlySignal<UiSettings>,
  wear: (css: string) => unknown,
  warn: (code: string, message: string) => void,
): WantedPart<Parts> =>
  fetchIfWanted(
    () => settings.value.onAttach || settings.value.feedback === 'on',
    createLazyPart(loadOptional, wear, ({ createOptional }) =>
      createOptional(
        { h, signal, useEffect, useRef, useSelected, useSignal, useUi, focusOnward, Icon, Link, safeHref },
        settings,
        warn,
      ),
    ),
  );
