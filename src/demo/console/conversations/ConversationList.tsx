/** List of conversations with filters; one page at a time by the platform's cursor. */

import type { JSX } from 'preact';
import type { Conversation } from '../../../entries/platform.ts';
import { ActStatus, AskedView, useAct, useAsk } from '../kit/ask.tsx';
import { Form, Select, sameWords, TextField } from '../kit/fields.tsx';
import { dateTime, duration } from '../kit/format.ts';
import { ENVIRONMENTS, usePort } from '../kit/port.ts';
import { linkTo, type Route } from '../kit/route.ts';
import { sampleConversations } from '../kit/samples.ts';
import { CHANNELS, environmentOf, type Fields, PERIODS, PROGRESS, queryOf, SEARCHES } from './filters.ts';

const PANEL = 'conversations';
const SAMPLES = 60;

export function ConversationList({ route: { query } }: { readonly route: Route }): JSX.Element {
  const port = usePort();
  const asked = useAsk(JSON.stringify(query), () => port.platform.conversations.page(queryOf(query, port.now())));
  const act = useAct();
  const add = async (): Promise<string> => {
    const conversations = sampleConversations(port.now(), SAMPLES, environmentOf(query));
    await port.control('POST', 'conversations', { conversations });
    asked.reload();
    return `${SAMPLES} conversations were added to ${environmentOf(query)}.`;
  };
  return (
    <>
      <Filters fields={query} />
      <AskedView
        asked={asked}
        isEmpty={page => page.conversations.length === 0}
        empty={
          <>
            <p>No conversation fits. Open the chat of the shop and say something, or change the filters.</p>
            <button type="button" onClick={() => act.run(add)}>
              Add {SAMPLES} samples
            </button>
          </>
        }
      >
        {page => (
          <>
            <List conversations={page.conversations} fields={query} />
            <nav class="pages" aria-label="Pages">
              {query.cursor && <a href={linkTo(PANEL, '', { ...query, cursor: '' })}>First page</a>}
              {page.cursor !== null && <a href={linkTo(PANEL, '', { ...query, cursor: page.cursor })}>Next page</a>}
              <button type="button" onClick={asked.reload}>
                Refresh
              </button>
            </nav>
          </>
        )}
      </AskedView>
      <div class="in-sight">
        <ActStatus act={act} />
      </div>
    </>
  );
}

function Filters({ fields }: { readonly fields: Fields }): JSX.Element {
  const set = (name: string) => (value: string) => {
    location.hash = linkTo(PANEL, '', { ...fields, [name]: value, cursor: '' });
  };
  return (
    <Form label="Filters" onSubmit={() => {}}>
      <Select
        label="Environment"
        value={environmentOf(fields)}
        options={sameWords(ENVIRONMENTS)}
        onChange={set('env')}
      />
      <Select label="Started" value={fields.period ?? ''} options={PERIODS} onChange={set('period')} />
      <Select
        label="Channel"
        value={fields.channel ?? ''}
        options={{ '': 'All', ...sameWords(CHANNELS) }}
        onChange={set('channel')}
      />
      <Select label="Progress" value={fields.progress ?? ''} options={PROGRESS} onChange={set('progress')} />
      <TextField label="Search" type="search" value={fields.q ?? ''} onChange={set('q')} />
      <Select label="Find" value={fields.search ?? 'transcript'} options={SEARCHES} onChange={set('search')} />
    </Form>
  );
}

interface ListProps {
  readonly conversations: readonly Conversation[];
  readonly fields: Fields;
}

function List({ conversations, fields }: ListProps): JSX.Element {
  return (
    <ul class="cards" aria-label="Conversations">
      {conversations.map(each => (
        <li key={each.id}>
          <a class="card" href={linkTo(PANEL, each.id, { env: environmentOf(fields), at: each.started_at })}>
            <code>{each.id.slice(0, 13)}</code>
            <span class="tags">
              {each.in_progress && <b class="tag good">in progress</b>}
              {each.handoff && <b class="tag warn">hand-off</b>}
              <b class="tag">{each.channel}</b>
              {each.variant_name && <b class="tag">{each.variant_name}</b>}
            </span>
            <span class="words">{firstWords(each)}</span>
            <small>
              {dateTime(each.started_at)} · {duration(each.total_duration)} · {each.num_turns ?? 0} turns
            </small>
          </a>
        </li>
      ))}
    </ul>
  );
}

const firstWords = ({ turns = [] }: Conversation): string =>
  turns.find(turn => turn.user_input)?.user_input || turns[0]?.agent_response || 'No words to show';
