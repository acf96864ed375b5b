/** Fetches the optional parts (optional/optional.ts) when a setting asks for one of them. Passes them the panel's components and hooks. */

import { type ReadonlySignal, signal } from '@preact/signals-core';
import { h } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useDisclaimer, useUi } from '../context/hooks.ts';
import type { Parts } from '../context/ui-context.ts';
import type { UiSettings } from '../context/ui-settings.ts';
import { useSelected, useSignal } from '../context/use-signal.ts';
import { focusOnward } from '../focus/focus.ts';
import { inLanguage } from '../i18n/panel-language.ts';
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
    () => {
      const { onAttach, feedback, preChat, disclaimer, disclaimerVisibility, policyLinks } = settings.value;
      // A bracket: a link in the text, or texts by language.
      const isPlain = !/\[/.test(`${disclaimer}`) && disclaimerVisibility === 'always' && policyLinks === 'menu';
      return onAttach || feedback === 'on' || preChat || !isPlain;
    },
    createLazyPart(loadOptional, wear, ({ createOptional }) =>
      createOptional(
        {
          h,
          signal,
          useDisclaimer,
          useEffect,
          useRef,
          useSelected,
          useSignal,
          useUi,
          focusOnward,
          inLanguage,
          Icon,
          Link,
          safeHref,
        },
        settings,
        warn,
      ),
    ),
    () =>
      warn(
        'extras_unavailable',
        'The file natter-optional-….js could not be fetched: no questions, attachments or feedback.',
      ),
  );
