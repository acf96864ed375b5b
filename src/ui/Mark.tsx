/** The quiet lines between messages: who came and went, what language, where a new conversation begins. */

import type { MarkItem } from '../client/chat-state.ts';
import { Avatar } from './Avatar.tsx';
import { languageName } from './dates.ts';
import { NoticeCard } from './Notice.tsx';
import { t } from './strings.ts';

/** The mark in words. */
export function markWords({ mark, name = '' }: MarkItem): string {
  const person = name || t('person');
  switch (mark) {
    case 'agent-joined':
      return t('markJoined', { name });
    case 'agent-left':
      return t('markLeft', { name });
    case 'live-left':
      return t('markLeft', { name: person });
    case 'live-joined':
      return t('markLiveJoined', { name: person });
    case 'handoff-asked':
      return t('markAsked');
    case 'handoff-accepted':
      return t('handoffAccepted');
    case 'handoff-failed':
      return t('handoffFailed');
    case 'handoff-timeout':
      return t('handoffTimeout');
    case 'handoff-client':
      return t('handoffClient');
    case 'language':
      return t('markLanguage', { name: languageName(name) });
    case 'ended':
      return t('ended');
    case 'divider':
      return t('markDivider');
  }
}

export function Mark({ item, fresh }: { readonly item: MarkItem; readonly fresh: boolean }) {
  const { mark, name = '', avatarUrl } = item;
  const words = markWords(item);
  if (mark === 'handoff-failed' || mark === 'handoff-timeout') {
    return <NoticeCard tone="warning" text={words} fresh={fresh} />;
  }
  if (mark === 'handoff-client') return <NoticeCard tone="info" text={words} fresh={fresh} />;
  return (
    <div class={`row mark mark-${mark} ${fresh ? 'fresh' : ''}`} part="mark">
      {mark === 'live-joined' && <Avatar name={name || t('person')} url={avatarUrl} size="small" />}
      <span dir="auto">{words}</span>
    </div>
  );
}
