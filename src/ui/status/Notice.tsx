/** Draws a notice in the transcript: an icon, a text, and at most one button. */

import type { ComponentChildren } from 'preact';
import type { NoticeItem } from '../../client/api/chat-state.ts';
import { useSignal } from '../context/use-signal.ts';
import { Button } from '../kit/Button.tsx';
import { Icon } from '../kit/Icon.tsx';
import type { Action } from './notice-action.ts';

export interface NoticeProps {
  readonly level: NoticeItem['level'];
  readonly text: string;
  readonly action?: Action | null;
  readonly fresh: boolean;
  readonly children?: ComponentChildren;
}

export function Notice({ level, text, action, fresh, children }: NoticeProps) {
  const done = useSignal(false);
  const run = () => {
    if (!done.peek()) action?.run();
    done.value = true;
  };
  return (
    <div
      class={`row notice ${level} ${fresh ? 'entering' : ''}`}
      role="status"
      aria-live="off"
      part={`notice ${level}-notice`}
    >
      <Icon name={level === 'info' ? 'info' : 'alert'} />
      <div>
        <p>{text}</p>
        {children}
        {action && !done.value && <Button words={action.words} onClick={run} />}
      </div>
    </div>
  );
}
