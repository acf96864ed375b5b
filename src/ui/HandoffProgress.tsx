/** How far the way to a person is: asked, accepted, in the queue. Joined, failed and timed out are lines of the transcript. */

import type { Handoff } from '../client/chat-state.ts';
import { useUi } from './context.ts';
import { formatNumber } from './dates.ts';
import { Icon } from './Icon.tsx';
import { type Key, t } from './strings.ts';

const STAGES: Partial<Record<Handoff['stage'], { readonly step: number; readonly title: Key }>> = {
  asked: { step: 1, title: 'handoffAsked' },
  accepted: { step: 2, title: 'handoffAccepted' },
  queue: { step: 2, title: 'handoffQueue' },
};

export function HandoffProgress({ handoff }: { readonly handoff: Handoff }) {
  const { settings } = useUi();
  const stage = STAGES[handoff.stage];
  if (!stage) return null;
  return (
    <div class="row handoff fresh" role="status" part="handoff">
      <div class="handoff-head">
        <Icon name="person" />
        <span class="handoff-title">{t(stage.title)}</span>
      </div>
      {handoff.stage === 'queue' && <p>{queueWords(handoff, settings.value.locale)}</p>}
      {handoff.queueName && (
        <p class="meta" dir="auto">
          {t('queueIn', { name: handoff.queueName })}
        </p>
      )}
      {handoff.message && (
        <p class="meta" dir="auto">
          {handoff.message}
        </p>
      )}
      <div class="steps" aria-hidden="true">
        {[1, 2, 3].map(step => (
          <i key={step} class={step <= stage.step ? 'done' : ''} />
        ))}
      </div>
    </div>
  );
}

/** "You're number 3 in line, about 4 minutes.", with what is known of it. */
export function queueWords({ position = 0, waitSeconds }: Handoff, locale: string): string {
  const wait = waitSeconds === undefined || waitSeconds < 0 ? '' : waitWords(waitSeconds);
  if (position === 1) return t(wait ? 'queueNextWait' : 'queueNext', { wait });
  if (position > 1)
    return t(wait ? 'queuePlaceWait' : 'queuePlace', { wait, position: formatNumber(position, locale) });
  return t(wait ? 'queueWait' : 'queue', { wait });
}

function waitWords(seconds: number): string {
  if (seconds < 45) return t('waitShort');
  const minutes = Math.max(1, Math.round(seconds / 60));
  return minutes < 90 ? t('waitMinutes', { count: minutes }) : t('waitHours', { count: Math.round(minutes / 60) });
}
