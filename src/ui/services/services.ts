/** Fetches what belongs to further endpoints of the broker, and gives it the panel's parts. If it cannot be fetched, the chat works without it. */

import { signal } from '@preact/signals-core';
import { h } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useChat, useChatState, useLanguage, useTrouble, useWords } from '../context/hooks.ts';
import type { BrokerAddress, Services } from '../context/ui-context.ts';
import { useSelected } from '../context/use-signal.ts';
import { focusOnward, focusStill } from '../focus/focus.ts';
import { Icon } from '../kit/Icon.tsx';
import { Link } from '../kit/Link.tsx';
import { useCopy } from '../kit/use-copy.ts';
import { createLazyPart } from '../on-need/fetch-part.ts';
import { loadCalls } from './load-calls.ts';
import { loadStatus } from './load-status.ts';

/** The panel's own Preact, and the parts that either chunk uses. */
const kit = {
  h,
  Icon,
  Link,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useChat,
  useChatState,
  useLanguage,
  useTrouble,
  useWords,
  useSelected,
  useCopy,
  focusOnward,
  focusStill,
};

/** `wear` adds a style sheet to the panel's. */
export function createServices(wear: (css: string) => unknown, address: BrokerAddress): Services {
  const card = signal('');
  return {
    card,
    status: createLazyPart(loadStatus, wear, ({ createServiceStatus }) => createServiceStatus(kit, address)),
    calls: createLazyPart(loadCalls, wear, ({ createCalls }) => createCalls(kit, address, card)),
  };
}
