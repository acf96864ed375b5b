/** Fetches what belongs to further endpoints of the broker, and gives it the panel's parts. If it cannot be fetched, the chat works without it. */

import { h } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { useChat, useChatState, useTrouble, useUi, useWords } from '../context/hooks.ts';
import type { Services } from '../context/ui-context.ts';
import { useSelected } from '../context/use-signal.ts';
import { Icon } from '../kit/Icon.tsx';
import { createLazyPart } from '../on-need/fetch-part.ts';
import type { BrokerAddress } from '../service-status/service-status.ts';
import { loadStatus } from './load-status.ts';

/** `wear` adds a style sheet to the panel's. */
export const createServices = (wear: (css: string) => unknown, address: BrokerAddress): Services => ({
  status: createLazyPart(loadStatus, wear, ({ createServiceStatus }) =>
    createServiceStatus({ h, useEffect, useState, useChat, useChatState, useTrouble, useWords, Icon }, address),
  ),
});

/** Draws the part when the broker offers the endpoint of this name. */
export function Service({ name }: { readonly name: keyof Services }) {
  const { chat, services } = useUi();
  const isOffered = useSelected(() => chat.offers?.value.includes(name));
  const Part = useSelected(() => services?.[name].part.value);
  useLayoutEffect(() => {
    if (isOffered) void services?.[name].fetch();
  }, [isOffered]);
  return Part ? h(Part, null) : null;
}
