/** A notice in the transcript: an icon, plain words, and the one action that helps. */

import { useState } from 'preact/hooks';
import type { NoticeItem } from '../client/chat-state.ts';
import { useUi } from './context.ts';
import { Icon } from './Icon.tsx';
import { type Action, noticeAction, noticeWords } from './notice-words.ts';
import { t } from './strings.ts';

export interface NoticeCardProps {
  readonly tone: NoticeItem['level'];
  readonly text: string;
  /** Stable code for whoever is told about the trouble; stands below the words. */
  readonly code?: string | undefined;
  readonly action?: Action | null;
  readonly fresh: boolean;
}

export function NoticeCard({ tone, text, code, action, fresh }: NoticeCardProps) {
  const [done, setDone] = useState(false);
  return (
    <div
      class={`row notice ${tone} ${fresh ? 'fresh' : ''}`}
      // An old error that comes back with the transcript interrupts nobody.
      role={tone === 'error' && fresh ? 'alert' : 'status'}
      part={`notice notice-${tone}`}
    >
      <Icon name={tone === 'info' ? 'info' : 'alert'} />
      <div class="notice-words">
        <p dir="auto">{text}</p>
        {code && <p class="detail">{t('detail', { code })}</p>}
        {action && !done && (
          <button
            type="button"
            class="button"
            onClick={() => {
              setDone(true);
              action.run();
            }}
          >
            {action.label}
          </button>
        )}
      </div>
    </div>
  );
}

export interface NoticeProps {
  readonly item: NoticeItem;
  /** Nothing was said since, so its action still makes sense. */
  readonly current: boolean;
  readonly fresh: boolean;
}

export function Notice({ item, current, fresh }: NoticeProps) {
  const { chat } = useUi();
  return (
    <NoticeCard
      tone={item.level}
      text={noticeWords(item)}
      code={item.remedy === 'contact' ? item.code : undefined}
      action={current ? noticeAction(item, chat) : null}
      fresh={fresh}
    />
  );
}
