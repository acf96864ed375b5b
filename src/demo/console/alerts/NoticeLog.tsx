/** The notices that the platform has posted to the demo's server, each with the verdict on its signature. */

import type { JSX } from 'preact';
import { ActStatus, AskedView, useAct, useAsk } from '../kit/ask.tsx';
import { clockTime } from '../kit/format.ts';
import { usePort } from '../kit/port.ts';
import { valueWords } from './history.ts';

const REFRESH_MS = 2_000;

interface Notice {
  readonly event_type: string;
  readonly alert: {
    readonly name: string;
    readonly metric: string;
    readonly current_value: number;
    readonly previous_state: string;
  };
}

interface Delivery {
  readonly at: string;
  readonly verdict: string;
  readonly notice: Notice | null;
}

interface WebhookState {
  readonly endpointId: string | null;
  readonly deliveries: readonly Delivery[];
}

const VERDICTS: Readonly<Record<string, string>> = {
  verified: 'signature verified',
  repeated: 'verified, came before',
  unsigned: 'refused: no signature',
  stale: 'refused: too old',
  forged: 'refused: wrong signature',
  unreadable: 'refused: not JSON',
};

export function NoticeLog(): JSX.Element {
  const port = usePort();
  const asked = useAsk('notices', async () => (await port.server('GET', 'webhooks')) as WebhookState, REFRESH_MS);
  const act = useAct();
  const perform = (call: () => Promise<unknown>, words: string) =>
    act.run(async () => {
      await call();
      asked.reload();
      return words;
    });
  const forge = async () => {
    const headers = {
      'x-service-timestamp': `${Math.floor(port.now() / 1000)}`,
      'x-service-signature': '0'.repeat(64),
      'x-service-event-id': 'forged',
    };
    // Rejected: the server refuses it, and lists that.
    await port.server('POST', 'webhooks/deliveries', headers).catch(() => {});
  };
  const isOn = Boolean(asked.value?.endpointId);
  return (
    <section class="part" aria-label="Notices">
      <h3>Notices</h3>
      <div class="row">
        <button
          type="button"
          class={isOn ? '' : 'main'}
          onClick={() =>
            isOn
              ? perform(() => port.server('DELETE', 'webhooks'), 'No more notices will come.')
              : perform(() => port.server('POST', 'webhooks'), 'Notices will come here, signed.')
          }
        >
          {isOn ? 'Unsubscribe' : 'Subscribe'}
        </button>
        <button type="button" onClick={() => perform(forge, 'A notice with a wrong signature was posted.')}>
          Post a forged one
        </button>
        <ActStatus act={act} />
      </div>
      <AskedView
        asked={asked}
        isEmpty={state => state.deliveries.length === 0}
        empty={<p>{isOn ? 'No notice has come yet.' : 'Subscribe, and each notice is listed here.'}</p>}
      >
        {({ deliveries }) => (
          <ol class="cards" aria-label="Deliveries">
            {deliveries.toReversed().map(delivery => (
              <Item key={`${delivery.at}${delivery.verdict}`} delivery={delivery} />
            ))}
          </ol>
        )}
      </AskedView>
    </section>
  );
}

function Item({ delivery: { at, verdict, notice } }: { readonly delivery: Delivery }): JSX.Element {
  const isGood = verdict === 'verified' || verdict === 'repeated';
  return (
    <li class="card">
      <b>{notice ? `${notice.alert.name}: ${notice.event_type.replace('alerts.', '')}` : 'Unknown sender'}</b>
      <span class="tags">
        <b class={`tag ${isGood ? 'good' : 'bad'}`}>{VERDICTS[verdict] ?? verdict}</b>
      </span>
      <small>
        {clockTime(at)}
        {notice &&
          ` · value ${valueWords(notice.alert.metric, notice.alert.current_value)}, before ${notice.alert.previous_state}`}
      </small>
    </li>
  );
}
