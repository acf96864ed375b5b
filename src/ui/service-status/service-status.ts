/**
 * A calm line about the platform's state, for brokers that know it. Asks when the panel opens and when trouble begins, and then once a minute until all
 * is well. A chunk of its own, so it uses the components and hooks that the panel gives it.
 */

import type { ComponentType } from 'preact';
import { type PlatformLevel, readStatusAnswer } from '../../protocol/service-api.ts';
import { createAsk } from '../context/ask-broker.ts';
import type { BrokerAddress } from '../context/ui-context.ts';
import { STATUS_ENGLISH } from '../i18n/english-late.ts';
import type { T } from '../i18n/translate.ts';

/** Parts of the panel. Hooks and `h` must be those of the panel's own Preact. */
export type StatusKit = Pick<typeof import('preact'), 'h'> &
  Pick<typeof import('preact/hooks'), 'useEffect' | 'useState'> &
  Pick<typeof import('../context/hooks.ts'), 'useChat' | 'useChatState' | 'useTrouble' | 'useWords'> &
  Pick<typeof import('../kit/Icon.tsx'), 'Icon'>;

export const styles = '';

const KEYS = { busy: 'statusBusy', slow: 'statusSlow', trouble: 'statusTrouble' } as const;

/** Milliseconds between two requests while something is wrong. */
const AGAIN_MS = 60_000;
/** Shortest time between two requests: a visitor may open and close the panel again and again. */
const LEAST_MS = 5_000;

export function createServiceStatus(kit: StatusKit, address: BrokerAddress): ComponentType {
  const { h, useEffect, useState, useChat, useChatState, useTrouble, useWords, Icon } = kit;
  const askBroker = createAsk(address);
  let askedAt = Number.NEGATIVE_INFINITY;
  let last: PlatformLevel = 'ok';

  return function ServiceStatus() {
    const chat = useChat();
    const t = useWords();
    const open = useChatState('open');
    const error = useChatState('error')?.code;
    const broken = useTrouble() !== null;
    const [level, setLevel] = useState<PlatformLevel>(last);

    async function ask(): Promise<void> {
      askedAt = Date.now();
      const answer = await askBroker('/status');
      // Without an answer, the earlier one still counts.
      const next = answer.ok ? readStatusAnswer(answer.body)?.level : undefined;
      if (!next || next === last) return;
      last = next;
      setLevel(next);
      chat.emit('status', { level: next, text: wordsOf(next, t) });
    }

    useEffect(() => {
      if (!open) return undefined;
      const timer = setTimeout(ask, Math.max(0, askedAt + LEAST_MS - Date.now()));
      return () => clearTimeout(timer);
    }, [open, broken, error]);

    useEffect(() => {
      if (!open || level === 'ok') return undefined;
      const timer = setInterval(ask, AGAIN_MS);
      return () => clearInterval(timer);
    }, [open, level]);

    const words = wordsOf(level, t);
    // Drawn empty as well, because screen readers announce only changes of a region that they know.
    return h(
      'div',
      { class: words && 'banner', role: 'status', part: 'service-status' },
      words && [h(Icon, { name: 'info' }), h('div', null, h('p', null, words))],
    );
  };
}

function wordsOf(level: PlatformLevel, t: T): string {
  if (level === 'ok') return '';
  const key = KEYS[level];
  return t(key) || STATUS_ENGLISH[key];
}
