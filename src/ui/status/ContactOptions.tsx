/** Shows other ways to reach the site while the chat cannot help. Announces them to screen readers when they appear. */

import { useEffect, useRef } from 'preact/hooks';
import { useChat, useChatState, useTrouble, useWords } from '../context/hooks.ts';
import { useSelected, useSignal } from '../context/use-signal.ts';
import { Service } from '../kit/Service.tsx';
import { safeHref } from '../links/safe-url.ts';
import { Channels, useChannels } from './Channels.tsx';

export function ContactOptions() {
  const t = useWords();
  const { status } = useChatState('connection');
  const broken = useTrouble()?.broken ?? false;
  const handoff = useChatState('handoff');
  const { state } = useChat();
  // Selects a boolean; otherwise every chunk of a reply would render this component again.
  const referred = useSelected(() => {
    const last = state.value.messages.at(-1);
    return last?.kind === 'notice' && last.remedy === 'contact';
  });
  // True if the visitor has not written since a hand-off failed or was left to the host page.
  const stranded = useSelected(() => {
    const turn = state.value.messages.findLast(each =>
      each.kind === 'message'
        ? each.from === 'user'
        : /^handoff.+(failed|timeout|client|initiated)/.test(each.kind === 'mark' ? each.mark : `${each.code}`),
    );
    return turn?.kind !== 'message';
  });
  // After a hand-off to the host page, the card in the transcript is enough if it links to an address.
  const { stage = '', route = '' } = handoff ?? {};
  const helpless = referred || (stranded && (/failed|timeout/.test(stage) || (stage === 'client' && !safeHref(route))));
  const all = useChannels()
    .map(({ name }) => name)
    .join(', ');
  const news = all && (status === 'failed' || helpless) ? t('said', { name: t('channels'), text: all }) : '';
  const said = useSignal('');
  const before = useRef(news);
  // Sets the text after rendering, because the region must exist before its text. Does not announce channels that are shown from the start.
  useEffect(() => {
    if (news !== before.current) said.value = news;
    before.current = news;
  }, [news]);
  const calls = <Service name="calls" names={/^call-/} wanted={broken || helpless} />;
  if (!all) return calls;
  return (
    <>
      {calls}
      <div class="visually-hidden" aria-live="polite">
        {said.value}
      </div>
      {(broken || helpless) && (
        // Delays the channels; otherwise an interruption of less than a second would shift the layout.
        <div class={status === 'reconnecting' ? 'delay-1000' : ''}>
          <Channels />
        </div>
      )}
    </>
  );
}
