/** The quiet lines between messages: who came and went, what language, where a new conversation begins. */

import type { MarkItem } from '../client/chat-state.ts';
import { Avatar } from './Avatar.tsx';
import { useLanguage } from './context.ts';
import { languageName } from './dates.ts';
import { Notice } from './Notice.tsx';
import type { Language } from './speech.ts';

/** The mark in words. */
export function markWords({ mark, name }: MarkItem, { t, locale }: Language): string {
  return t(mark, { name: mark === 'language' ? languageName(name ?? '', locale) : (name ?? t('live')) });
}

export function Mark({ item, fresh }: { readonly item: MarkItem; readonly fresh: boolean }) {
  const language = useLanguage();
  const { mark, name = language.t('live'), avatarUrl } = item;
  const words = markWords(item, language);
  // Of the way to a person only its ends are drawn here, and they deserve more than a line.
  if (/^handoff/.test(mark)) {
    return <Notice level={mark === 'handoff-client' ? 'info' : 'warning'} text={words} fresh={fresh} />;
  }
  return (
    <div class={`row mark detail ${mark} ${fresh ? 'fresh' : ''}`} part="mark">
      {mark === 'live-joined' && <Avatar name={name} url={avatarUrl} />}
      <span dir="auto">{words}</span>
    </div>
  );
}
