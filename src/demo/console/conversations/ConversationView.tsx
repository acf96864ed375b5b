/** One conversation: its figures, the transcript with the latency of each turn, the hand-off and the stored state. */

import type { ComponentChildren, JSX } from 'preact';
import type { Conversation, HandoffState } from '../../../entries/platform.ts';
import { AskedView, useAsk } from '../kit/ask.tsx';
import { clockTime, dateTime, duration, latency } from '../kit/format.ts';
import { usePort } from '../kit/port.ts';
import { linkTo, type Route } from '../kit/route.ts';
import { saveFile } from '../kit/save-file.ts';
import { benchLink, findConversation, fixtureOf, latencyFigures } from './transcript.ts';

export function ConversationView({ route: { id, query } }: { readonly route: Route }): JSX.Element {
  const port = usePort();
  const asked = useAsk(id, async () => {
    const found = await findConversation(port, id, query);
    if (!found) throw new Error(`There is no conversation ${id}.`);
    return found;
  });
  return (
    <>
      <nav class="pages" aria-label="Conversation">
        <a href={linkTo('conversations', '', { env: query.env })}>All conversations</a>
        <button type="button" onClick={asked.reload}>
          Refresh
        </button>
      </nav>
      <AskedView asked={asked}>{conversation => <Record conversation={conversation} />}</AskedView>
    </>
  );
}

function Record({ conversation }: { readonly conversation: Conversation }): JSX.Element {
  const save = () => saveFile(`${conversation.id}.json`, fixtureOf(conversation));
  return (
    <>
      <h3>
        <code>{conversation.id}</code>
      </h3>
      <Facts conversation={conversation} />
      <div class="row">
        <a class="button" href={benchLink(conversation)}>
          Say it again on the bench
        </a>
        <button type="button" onClick={save}>
          Save as fixture
        </button>
      </div>
      <Transcript conversation={conversation} />
      {conversation.handoff && <Handoff conversation={conversation} />}
      <Values title="State" values={conversation.state ?? {}} />
      <Values title="Metrics" values={conversation.metrics ?? {}} />
    </>
  );
}

function Facts({ conversation: each }: { readonly conversation: Conversation }): JSX.Element {
  const figures = latencyFigures(each);
  const facts: Readonly<Record<string, ComponentChildren>> = {
    Started: dateTime(each.started_at),
    Duration: `${duration(each.total_duration)}${each.in_progress ? ' so far' : ''}`,
    Environment: each.environment,
    Channel: each.channel,
    Variant: each.variant_name || '–',
    Turns: each.num_turns ?? 0,
    'Latency, median': figures ? latency(figures.median) : '–',
    'Latency, 95th percentile': figures ? latency(figures.p95) : '–',
    'Latency, longest': figures ? latency(figures.longest) : '–',
  };
  return <Pairs pairs={facts} />;
}

function Pairs({ pairs }: { readonly pairs: Readonly<Record<string, ComponentChildren>> }): JSX.Element {
  return (
    <dl class="facts">
      {Object.entries(pairs).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Transcript({ conversation: { turns = [], num_turns = 0 } }: { readonly conversation: Conversation }) {
  if (turns.length === 0)
    return (
      <p class="empty">
        {num_turns > 0 ? `${num_turns} turns, but the project shows no transcripts.` : 'Nothing has been said yet.'}
      </p>
    );
  return (
    <ol class="turns" aria-label="Transcript">
      {turns.map((turn, index) => (
        <li key={index}>
          {turn.user_input && (
            <p class="said user">
              <span class="visually-hidden">Visitor: </span>
              {turn.user_input}
              <small>{clockTime(turn.user_input_datetime)}</small>
            </p>
          )}
          {turn.is_silence && <p class="said user quiet">No words</p>}
          {turn.agent_response && (
            <p class="said agent">
              <span class="visually-hidden">Agent: </span>
              {turn.agent_response}
              <small>
                {clockTime(turn.agent_response_datetime)}
                {typeof turn.latency === 'number' && <b class="tag">after {latency(turn.latency)}</b>}
              </small>
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

function Handoff({
  conversation: { id, handoff_destination, handoff_reason },
}: {
  readonly conversation: Conversation;
}) {
  const { platform } = usePort();
  const asked = useAsk<HandoffState>(id, () => platform.handoffState.byId(id));
  return (
    <section aria-label="Hand-off">
      <h3>Hand-off</h3>
      <Pairs pairs={{ Destination: handoff_destination || '–', Reason: handoff_reason || '–' }} />
      <AskedView asked={asked}>{state => <Values title="Stored for the desk" values={state.data} />}</AskedView>
    </section>
  );
}

function Values({ title, values }: { readonly title: string; readonly values: Readonly<Record<string, unknown>> }) {
  const names = Object.keys(values);
  return (
    <details>
      <summary>
        {title} <small>{names.length === 1 ? '1 value' : `${names.length} values`}</small>
      </summary>
      {names.length === 0 ? (
        <p class="empty">Nothing is stored.</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Value</th>
            </tr>
          </thead>
          <tbody>
            {names.map(name => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{textOf(values[name])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value || '""' : JSON.stringify(value));
