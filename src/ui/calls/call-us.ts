/** The card "call us": a number that is reserved for this visitor for a while. When the time is over, a new one takes its place. */

import type { ComponentChild, ComponentType } from 'preact';
import type { Ask } from '../context/ask-broker.ts';
import { button, type CallKit, say } from './call-kit.ts';
import type { CallCardProps } from './call-me.ts';
import { MAX_QR_BYTES, qrCode } from './qr-code.ts';

interface Reserved {
  readonly number: string;
  readonly formatted: string;
  readonly until: number;
}

/** The number, a code without one, or null while it is asked for. */
type State = Reserved | string | null;

export function createCallUs(kit: CallKit, ask: Ask): ComponentType<CallCardProps> {
  const { h, useEffect, useRef, useState, useChat, useChatState, useWords, Link, useCopy } = kit;

  /** The last reservation, and what the agent will know of the caller. Closing the card does not give the number back. */
  let kept: { readonly about: string; readonly reserved: Reserved } | undefined;

  return function CallUs({ close }) {
    const chat = useChat();
    const t = useWords();
    const open = useChatState('open');
    const aboutCaller = () => JSON.stringify(chat.attributes?.() ?? {});
    const [state, setState] = useState<State>(() =>
      kept && kept.about === aboutCaller() && kept.reserved.until > Date.now() ? kept.reserved : null,
    );
    const [now, setNow] = useState(Date.now);
    const isAsking = useRef(false);
    const reserved = typeof state === 'object' ? state : null;
    const { copied, handlers } = useCopy(() => reserved?.number ?? '');

    async function reserve(): Promise<void> {
      if (isAsking.current) return;
      isAsking.current = true;
      setState(null);
      const about = aboutCaller();
      const reply = await ask('/call-us', { attributes: JSON.parse(about) });
      isAsking.current = false;
      setNow(Date.now());
      const got = reply.ok && reservedOf(reply.body);
      if (got) kept = { about, reserved: got };
      setState(got || (reply.ok ? 'unreadable' : reply.code || 'network'));
    }

    useEffect(() => {
      if (!reserved) void reserve();
    }, []);
    useEffect(() => {
      if (!reserved || !open) return undefined;
      const timer = setInterval(() => {
        setNow(Date.now());
        if (Date.now() >= reserved.until && !document.hidden) void reserve();
      }, 1_000);
      return () => clearInterval(timer);
    }, [reserved, open]);

    const failure = typeof state === 'string' && (state === 'no_number_free' ? 'callUsNone' : 'callUnavailable');
    return h(
      'div',
      { class: 'call-card' },
      reserved && [
        h('p', null, say(t, 'callUsText')),
        h(Link, {
          href: `tel:${reserved.number}`,
          class: 'contact-link call-number',
          part: 'link',
          children: h('bdi', { dir: 'ltr' }, reserved.formatted),
        }),
        h('p', { class: 'detail' }, say(t, 'callUsLeft', { time: clock(reserved.until - now) })),
        hasPointer() && code(kit, `tel:${reserved.number}`, say(t, 'callUsScan')),
      ],
      h(
        'p',
        { role: 'status' },
        failure ? say(t, failure) : copied === 'done' ? t('copied') : copied === 'refused' ? t('copyFailed') : '',
      ),
      h(
        'div',
        { class: 'actions' },
        reserved && h('button', { type: 'button', class: 'button', part: 'button', ...handlers }, t('copy')),
        failure && button(kit, t('tryAgain'), 'primary', reserve),
        button(kit, t('closeHere'), '', close),
      ),
    );
  };
}

function reservedOf({ number, formatted, expires_in }: Readonly<Record<string, unknown>>): Reserved | undefined {
  if (typeof number !== 'string' || !/^\+?\d{5,20}$/.test(number) || typeof expires_in !== 'number') return undefined;
  return {
    number,
    formatted: typeof formatted === 'string' ? formatted : number,
    until: Date.now() + expires_in * 1_000,
  };
}

/** Returns true on devices that make no calls themselves, most likely. */
const hasPointer = (): boolean => matchMedia('(hover: hover) and (pointer: fine)').matches;

function clock(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Draws the code dark on light in every theme, because many readers need that, with the quiet zone around it. */
function code({ h }: CallKit, text: string, label: string): ComponentChild {
  if (text.length > MAX_QR_BYTES) return null;
  const path = qrCode(text).flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + 4} ${y + 4}h1v1h-1z` : '')));
  return h(
    'figure',
    { class: 'call-code' },
    h('svg', { viewBox: '0 0 33 33', role: 'img', 'aria-label': label }, h('path', { d: path.join('') })),
    h('figcaption', { class: 'detail', 'aria-hidden': true }, label),
  );
}
