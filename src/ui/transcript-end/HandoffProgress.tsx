/** Shows the progress of a hand-off: requested, accepted, in the queue. Its outcome is shown in the transcript. */

import type { Handoff } from '../../client/api/chat-state.ts';
import { isBlank } from '../../client/api/is-blank.ts';
import { useWords } from '../context/hooks.ts';
import { unspoofed } from '../i18n/translate.ts';
import { Icon } from '../kit/Icon.tsx';
import { queueWords } from '../wording/prompt-words.ts';

export function HandoffProgress({ handoff }: { readonly handoff: Handoff | null }) {
  const shown = handoff && /^(?:asked|accepted|queue)$/.test(handoff.stage) ? handoff : null;
  return shown && <Card {...shown} />;
}

function Card(handoff: Handoff) {
  const t = useWords();
  const { stage, queueName = '', message = '' } = handoff;
  return (
    <div class="row handoff entering" part="handoff">
      <b>
        <Icon name="person" />
        {stage === 'queue' ? queueWords(handoff, t) : t(`handoff-${stage as 'asked'}`)}
      </b>
      {stage !== 'asked' && !isBlank(queueName) && <p class="meta">{t('queueName', { name: queueName })}</p>}
      {!isBlank(message) && <p class="meta">{unspoofed(message)}</p>}
    </div>
  );
}
