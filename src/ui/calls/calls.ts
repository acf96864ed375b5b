/**
 * Telephone calls: offers, and the cards "call me" and "call us". A chunk of its own, fetched when calls are offered, so it uses the components and hooks
 * that the panel gives it.
 */

import type { Signal } from '@preact/signals-core';
import type { ComponentType } from 'preact';
import { createAsk } from '../context/ask-broker.ts';
import type { BrokerAddress } from '../context/ui-context.ts';
import { type CallKit, say } from './call-kit.ts';
import { createCallMe } from './call-me.ts';
import { createCallUs } from './call-us.ts';
import css from './calls.css?inline';

export const styles: string = css;

/** `card` is the card that is open: `call-me`, `call-us`, or the empty string for the offers. */
export function createCalls(kit: CallKit, address: BrokerAddress, card: Signal<string>): ComponentType {
  const { h, useLayoutEffect, useRef, useChat, useWords, useSelected, Icon } = kit;
  const ask = createAsk(address);
  const CARDS = { 'call-me': createCallMe(kit, ask), 'call-us': createCallUs(kit, ask) } as const;
  const OFFERS = [
    ['call-me', 'callMe'],
    ['call-us', 'callUs'],
  ] as const;

  return function Calls() {
    const { offers } = useChat();
    const t = useWords();
    const open = useSelected(() => card.value);
    const box = useRef<HTMLFieldSetElement>(null);
    const there = OFFERS.filter(([name]) => offers?.peek().includes(name));
    const own = there.find(([name]) => name === open);
    const Card = own && CARDS[own[0]];

    useLayoutEffect(() => {
      if (open) kit.focusStill(box.current);
    }, [open]);

    function close(): void {
      const panel = box.current?.closest('.panel');
      card.value = '';
      kit.focusOnward(panel ?? null);
    }

    return h(
      'fieldset',
      { ref: box, class: 'channels calls', tabIndex: -1, 'aria-label': say(t, own ? own[1] : 'callMe'), part: 'calls' },
      own && h('b', null, say(t, own[1])),
      Card
        ? h(Card, { key: open, close })
        : there.map(([name, key]) =>
            h(
              'button',
              {
                key: name,
                type: 'button',
                class: 'contact-link',
                part: 'call-offer',
                onClick: () => {
                  card.value = name;
                },
              },
              h(Icon, { name: 'phone' }),
              say(t, key),
            ),
          ),
    );
  };
}
