/** Testers of Outbound Calling and DNI: place a call and follow it; reserve a number, call it, and see its attributes arrive. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { CallStatus } from '../../../entries/platform.ts';
import { ActStatus, problemOf, useAct } from '../kit/ask.tsx';
import { Form, TextField } from '../kit/fields.tsx';
import { useKeptValue } from '../kit/kept-value.ts';
import { usePort } from '../kit/port.ts';
import { readObject } from '../kit/read-object.ts';
import { linkTo } from '../kit/route.ts';
import { type PlacedCall, statusWords, withStatus } from './calls.ts';

export function CallsPanel(): JSX.Element {
  return (
    <>
      <Outbound />
      <Numbers />
    </>
  );
}

function Outbound(): JSX.Element {
  const { platform } = usePort();
  const act = useAct();
  const [number, setNumber] = useState('+442079460123');
  const [country, setCountry] = useState('');
  const [calls, setCalls] = useKeptValue<readonly PlacedCall[]>('calls', []);
  /** Goes on when the panel is left. */
  const follow = (sid: string) => {
    const onStatus = (status: CallStatus) => setCalls(before => withStatus(before, sid, status));
    platform.outbound
      .wait(sid, { onStatus })
      .catch(error => setCalls(before => withStatus(before, sid, null, problemOf(error))));
  };
  const place = () =>
    act.run(async () => {
      const code = country.trim().toUpperCase();
      const body = { to_number: number.trim(), ...(code ? { country_code: code } : {}) };
      const { call_sid: sid } = await platform.outbound.call(body);
      setCalls(before => [{ sid, number: body.to_number, status: null, problem: '' }, ...before]);
      follow(sid);
      return 'The call was placed.';
    });
  return (
    <section class="part" aria-label="Outbound calls">
      <h3>Outbound calls</h3>
      <Form label="Call" onSubmit={place}>
        <TextField label="Number" type="tel" value={number} required onInput={setNumber} />
        <TextField label="Country, for a national number" value={country} placeholder="GB" onInput={setCountry} />
        <button type="submit" class="main">
          Place call
        </button>
        <ActStatus act={act} />
      </Form>
      <p class="about">The emulator fails calls to numbers that end in 00 (queue timed out) and 01 (no answer).</p>
      {calls.length === 0 ? (
        <div class="empty">
          <p>No call was placed from here yet.</p>
        </div>
      ) : (
        <ul class="cards" aria-label="Calls">
          {calls.map(({ sid, number: called, status, problem }) => (
            <li class="card" key={sid}>
              <b>{called}</b>
              <span class="tags" role="status">
                <b class={`tag ${TAGS[status?.status ?? ''] ?? ''}`}>{problem || statusWords(status)}</b>
              </span>
              <small>
                <code>{sid}</code>
              </small>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const TAGS: Readonly<Record<string, string>> = { success: 'good', failure: 'bad' };

const EXAMPLE = '{"order": "HP-1001"}';

function Numbers(): JSX.Element {
  const port = usePort();
  const act = useAct();
  const [text, setText] = useKeptValue('attributes', EXAMPLE);
  const [number, setNumber] = useKeptValue('reserved number', '');
  /** Id of the latest call to the number, and if it goes on. */
  const [call, setCall] = useKeptValue('call to the number', { conversation: '', goesOn: false });
  const reserve = () =>
    act.run(async () => {
      const { dni } = await port.platform.dni.reserve(readObject(text, 'The attributes', EXAMPLE));
      setNumber(() => dni);
      setCall(() => ({ conversation: '', goesOn: false }));
      return `${dni} is reserved for ten minutes, or until the first call.`;
    });
  const dial = () =>
    act.run(async () => {
      const answer = await port.control('POST', 'calls', { to: number, from: '+442079460999' });
      const { conversation_id: conversation } = answer as { readonly conversation_id: string };
      setCall(() => ({ conversation, goesOn: true }));
      return 'Somebody is calling the number.';
    });
  const hangUp = () =>
    act.run(async () => {
      await port.control('DELETE', `calls/${call.conversation}`);
      setCall(before => ({ ...before, goesOn: false }));
      return 'The caller has hung up.';
    });
  return (
    <section class="part" aria-label="Reserved numbers">
      <h3>Reserved numbers</h3>
      <Form label="Reservation" onSubmit={reserve}>
        <label class="field wide">
          <span>Attributes for the call, as JSON</span>
          <textarea
            rows={3}
            value={text}
            spellcheck={false}
            onInput={event => {
              const { value } = event.currentTarget;
              setText(() => value);
            }}
          />
        </label>
        <button type="submit" class="main">
          Reserve a number
        </button>
        {number && (
          <button type="button" onClick={dial}>
            Call {number}
          </button>
        )}
        {call.goesOn && (
          <button type="button" onClick={hangUp}>
            Hang up
          </button>
        )}
        {call.conversation && <a href={linkTo('conversations', call.conversation)}>See what the agent was told</a>}
        <ActStatus act={act} />
      </Form>
    </section>
  );
}
