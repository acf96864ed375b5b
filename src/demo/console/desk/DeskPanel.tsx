/** The live-agent desk: the queue of visitors who wait after a hand-off, and the talk with one of them. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ActStatus, AskedView, useAct, useAsk } from '../kit/ask.tsx';
import { TextField } from '../kit/fields.tsx';
import { clockTime } from '../kit/format.ts';
import { usePort } from '../kit/port.ts';
import { linkTo, type Route } from '../kit/route.ts';
import { accept, type DeskSession, readQueue } from './desk-sessions.ts';
import { Talk } from './Talk.tsx';

const REFRESH_MS = 1_000;
const SETTING_REFRESH_MS = 5_000;
/** The shop's page, which says it in its chat. */
const SAMPLE = '/?say=handoff+desk';

export function DeskPanel({ route: { id } }: { readonly route: Route }): JSX.Element {
  const [name, setName] = useName();
  const field = <TextField label="Your name, as visitors see it" value={name} required onInput={setName} />;
  return id ? (
    <Talk key={id} id={id} name={name}>
      {field}
    </Talk>
  ) : (
    <Waiting name={name}>{field}</Waiting>
  );
}

const NAME_KEY = 'natter-desk-name';

/** The name at the desk, which is remembered until the tab ends. */
function useName(): readonly [string, (name: string) => void] {
  const [name, setName] = useState(() => {
    try {
      return sessionStorage.getItem(NAME_KEY) ?? 'Maya Okafor';
    } catch {
      return 'Maya Okafor';
    }
  });
  const change = (next: string) => {
    setName(next);
    try {
      sessionStorage.setItem(NAME_KEY, next);
    } catch {
      // A browser that stores nothing remembers it until the panel is left.
    }
  };
  return [name, change];
}

function Waiting({ name, children }: { readonly name: string; readonly children: JSX.Element }): JSX.Element {
  const port = usePort();
  const act = useAct();
  const asked = useAsk('queue', () => readQueue(port), REFRESH_MS);
  const take = (id: string) =>
    act.run(async () => {
      await accept(port, id, name);
      location.hash = linkTo('desk', id);
      return '';
    });
  return (
    <>
      <div class="form">
        {children}
        <EveryHandoff />
      </div>
      <ActStatus act={act} />
      <AskedView
        asked={asked}
        isEmpty={({ waiting, served }) => waiting.length + served.length === 0}
        empty={
          <p>
            Nobody waits. <a href={SAMPLE}>Ask for a person in the shop’s chat</a>, or write <code>handoff desk</code>{' '}
            in any chat with the emulator.
          </p>
        }
      >
        {({ waiting, served }) => (
          <>
            <Sessions title="Waiting" sessions={waiting} onAccept={take} />
            <Sessions title="Accepted" sessions={served} />
          </>
        )}
      </AskedView>
    </>
  );
}

interface SessionsProps {
  readonly title: string;
  readonly sessions: readonly DeskSession[];
  readonly onAccept?: (id: string) => void;
}

function Sessions({ title, sessions, onAccept }: SessionsProps): JSX.Element | null {
  if (sessions.length === 0) return null;
  return (
    <section class="part" aria-label={title}>
      <h3>{title}</h3>
      <ul class="cards" aria-label={`${title}, by time`}>
        {sessions.map(({ id, desk, visitorTypes }) => (
          <li class="card" key={id}>
            <a href={linkTo('desk', id)}>{desk?.queue}</a>
            <span class="tags">
              {visitorTypes && <b class="tag">typing</b>}
              {desk?.person ? <b class="tag good">{desk.person}</b> : <b class="tag warn">waiting</b>}
            </span>
            <small>
              since {clockTime(desk?.waitingSince)} · <code>{id}</code>
            </small>
            {onAccept && (
              <div class="row">
                <button type="button" class="main" onClick={() => onAccept(id)}>
                  Accept
                </button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The emulator's setting that lets every hand-off wait for the desk. */
function EveryHandoff(): JSX.Element {
  const port = usePort();
  const act = useAct();
  const asked = useAsk(
    'agent',
    async () => (await port.control('GET', 'agent')) as { readonly live: string },
    SETTING_REFRESH_MS,
  );
  const [chosen, choose] = useState<boolean>();
  const set = (isOn: boolean) => {
    choose(isOn);
    act.run(async () => {
      await port.control('POST', 'agent', { live: isOn ? 'desk' : 'script' }).catch(error => {
        choose(undefined);
        throw error;
      });
      return isOn ? 'Every hand-off waits for the desk now.' : 'The script plays the person again.';
    });
  };
  return (
    <>
      <label class="check">
        <input
          type="checkbox"
          checked={chosen ?? asked.value?.live === 'desk'}
          disabled={!asked.value}
          onChange={event => set(event.currentTarget.checked)}
        />
        Every hand-off waits for the desk
      </label>
      <ActStatus act={act} />
    </>
  );
}
