/** Draws the typing indicator below the last row. If the group above has the same author, the indicator looks like one more of its bubbles. */

import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Agent, ChatState, TimelineItem, TypingSign } from '../../client/api/chat-state.ts';
import { isBlank } from '../../client/api/is-blank.ts';
import { useUi, useWords } from '../context/hooks.ts';
import { useSelected, useSignal } from '../context/use-signal.ts';
import { unspoofed } from '../i18n/translate.ts';
import { Avatar } from '../kit/Avatar.tsx';
import { Icon } from '../kit/Icon.tsx';
import { TypingDots } from '../kit/TypingDots.tsx';
import { GROUP_MS } from '../rows/rows.ts';

/** Milliseconds for which the dots stay after typing stops, because the message usually replaces them a moment later. */
const LINGER_MS = 400;

export interface TypingIndicatorProps {
  readonly sign: TypingSign | null;
  /** The agent in the conversation, who may not be the participant who is typing. */
  readonly agent: Agent | null;
}

export function TypingIndicator({ sign, agent }: TypingIndicatorProps) {
  const { chat } = useUi();
  const last = useSelected(() => chat.state.value.messages.at(-1)?.key);
  const cameAt = useArrival(last);
  const shown = useLingering(sign, last);
  return shown && <Sign sign={shown} agent={agent} cameAt={cameAt} />;
}

/** Returns the time, by the clock of this device, at which the last item was first rendered. */
function useArrival(last: string | undefined): number {
  const came = useRef({ last, at: Date.now() });
  if (came.current.last !== last) came.current = { last, at: Date.now() };
  return came.current.at;
}

const isGrowing = (last: TimelineItem | undefined): boolean => last?.kind === 'message' && last.status === 'streaming';

/**
 * Returns the current typing sign. After it has gone, returns the previous one for a moment more, unless a message has arrived. `last`: key of the
 * last item.
 */
function useLingering(sign: TypingSign | null, last: string | undefined): TypingSign | null {
  const { chat } = useUi();
  // Removes a sign that interrupts a reply as soon as the reply continues.
  const goesOn = useSelected(() => isGrowing(chat.state.value.messages.at(-1)));
  const over = useSignal(false);
  const before = useRef({ sign, last });
  if (sign) before.current = { sign, last };
  useLayoutEffect(() => {
    over.value = false;
    if (sign) return undefined;
    const timer = setTimeout(() => {
      over.value = true;
    }, LINGER_MS);
    return () => clearTimeout(timer);
  }, [sign]);
  return sign ?? (goesOn || over.value || before.current.last !== last ? null : before.current.sign);
}

function Sign({ sign, agent, cameAt }: TypingIndicatorProps & { readonly sign: TypingSign; readonly cameAt: number }) {
  const t = useWords();
  const { chat } = useUi();
  const joined = useSelected(() => isInGroup(sign, chat.state.value, cameAt));
  const name = isBlank(sign.name) ? t(sign.from) : unspoofed(sign.name);
  let row: HTMLElement | null = null;
  useLayoutEffect(() => {
    const own = row;
    return () => leaveBubble(own);
  }, []);
  return (
    <div
      ref={each => {
        row = each;
      }}
      class={`row message ${sign.from} ${joined ? 'group-continues' : 'named'} entering`}
      part="typing"
    >
      {sign.from === 'live' && (
        <Avatar
          name={sign.name}
          url={agent?.kind === sign.from && agent.name === sign.name ? agent.avatarUrl : ''}
          size="small"
        >
          <Icon name="person" />
        </Avatar>
      )}
      <div class="bubble-column">
        {/* Placed like the author of the coming message: nothing moves when the message replaces the dots. */}
        {!joined && (
          <span class="detail author" aria-hidden="true">
            <b dir="auto">{name}</b>
          </span>
        )}
        <div class="bubble">
          {/* Placed before the dots, because after them it would stick out of the bubble. */}
          <span class="visually-hidden">{t('typing', { name })}</span>
          <TypingDots />
        </div>
      </div>
    </div>
  );
}

/** Marks the message that replaces the dots: its bubble must not be animated, only its text. */
function leaveBubble(row: HTMLElement | null): void {
  const last = row?.previousElementSibling?.lastElementChild;
  if (last?.matches('.message:not(.user)')) last.setAttribute('data-instead', '');
}

/** Returns true if the group above has the same author and is recent. Messages carry the platform's time, and its clock may be fast. */
function isInGroup({ from, name }: TypingSign, { messages }: ChatState, cameAt: number): boolean {
  const last = messages.at(-1);
  if (last?.kind !== 'message') return false;
  return (
    last.from === from &&
    (!name || name === last.agentName) &&
    Math.abs(Date.now() - Math.min(last.at, cameAt)) < GROUP_MS
  );
}
