/** How far the way to a person is: asked, accepted, in the queue. Joined, failed and timed out are lines of the transcript. */

import type { Handoff } from '../client/api/chat-state.ts';
import { isBlank } from '../client/api/is-blank.ts';
import { useWords } from './context.ts';
import { Icon } from './Icon.tsx';
import { type T, unspoofed } from './words.ts';

export function HandoffProgress({ handoff }: { readonly handoff: Handoff | null }) {
  const shown = handoff && /^(?:asked|accepted|queue)$/.test(handoff.stage) ? handoff : null;
  return shown && <Card {...shown} />;
}

function Card(handoff: Handoff) {
  const t = useWords();
  const { stage, queueName = '', message = '' } = handoff;
  return (
    <div class="row handoff fresh" part="handoff">
      <b>
        <Icon name="person" />
        {t(`handoff-${stage as 'queue'}`)}
      </b>
      {stage === 'queue' && <p>{queueWords(handoff, t)}</p>}
      {!isBlank(queueName) && <p class="meta">{t('queueName', { name: queueName })}</p>}
      {!isBlank(message) && <p class="meta">{unspoofed(message)}</p>}
      {/* Asked, in line, joined. */}
      <div class={`steps ${stage}`} aria-hidden="true">
        <i />
        <i />
        <i />
      </div>
    </div>
  );
}

/** Returns "You're number 3 in line, about 4 minutes.", with the parts that are known. */
export function queueWords({ position = 0, waitSeconds = -1 }: Handoff, t: T): string {
  const told = waitSeconds >= 0 && waitSeconds <= LONGEST_WAIT_SECONDS;
  const wait = told ? t('wait', { time: waitWords(waitSeconds, t) }) : '';
  if (position >= 2 && position <= LONGEST_LINE) return t('queuePlace', { wait, position: Math.floor(position) });
  return t(position === 1 ? 'queueNext' : 'queue', { wait });
}

/** Longest wait and queue that are shown: higher values are a mistake of the platform's. */
const LONGEST_WAIT_SECONDS = 24 * 3600;
const LONGEST_LINE = 100_000;

function waitWords(seconds: number, t: T): string {
  if (seconds < 45) return t('waitShort');
  const count = Math.round(seconds / 60) || 1;
  return count < 90 ? t('waitMinutes', { count }) : t('waitHours', { count: Math.round(count / 60) });
}
