/** In place of the composer when a conversation is over: why, and the way to a new one. */

import { useLayoutEffect, useRef } from 'preact/hooks';
import type { EndReason } from '../client/chat-state.ts';
import { useUi } from './context.ts';
import { keepFocus } from './focus.ts';
import { t } from './strings.ts';

export function Ended({ reason }: { readonly reason: EndReason }) {
  const { chat } = useUi();
  const foot = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => keepFocus(foot.current), []);
  const known = reason === 'user-end' || reason === 'user-abandoned' || reason === 'expired';
  return (
    <div ref={foot} class="ended" part="ended">
      <p class="meta" role="status">
        {t(known ? reason : 'ended')}
      </p>
      <button type="button" class="button primary" onClick={() => chat.startNew()}>
        {t('startNew')}
      </button>
    </div>
  );
}
