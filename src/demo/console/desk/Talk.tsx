/** The talk with one visitor: the transcript, which grows while it is read, and what the person at the desk can do. */

import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type Act, ActStatus, AskedView, useAct, useAsk } from '../kit/ask.tsx';
import { Form, TextField } from '../kit/fields.tsx';
import { clockTime } from '../kit/format.ts';
import { useKeptValue } from '../kit/kept-value.ts';
import { usePort } from '../kit/port.ts';
import { linkTo } from '../kit/route.ts';
import { accept, actOn, type DeskDetail, type Line, linesOf, readSession } from './desk-sessions.ts';
import { createTypingSign } from './typing-sign.ts';

const REFRESH_MS = 1_000;

interface TalkProps {
  readonly id: string;
  readonly name: string;
  /** The field for the person's name. */
  readonly children: JSX.Element;
}

export function Talk({ id, name, children }: TalkProps): JSX.Element {
  const port = usePort();
  const act = useAct();
  const [unsent] = useKeptValue(answerOf(id), '');
  const asked = useAsk(id, () => readSession(port, id), REFRESH_MS);
  const after = (call: () => Promise<unknown>, words: string, then?: () => void) =>
    act.run(async () => {
      await call();
      then?.();
      asked.reload();
      return words;
    });
  const perform: Perform = (body, words, then) => after(() => actOn(port, id, body), words, then);
  return (
    <>
      <nav class="pages" aria-label="Session">
        <a href={linkTo('desk')}>The queue</a>
        <a href={linkTo('conversations', id)}>Its record</a>
      </nav>
      <AskedView asked={asked}>
        {session => (
          <>
            <p>
              <b class={`tag ${session.desk?.person ? 'good' : 'warn'}`}>{stateOf(session)}</b> <code>{id}</code>
            </p>
            <Transcript lines={linesOf(session.events)} />
            <p class="about" role="status">
              {session.visitorTypes ? 'The visitor is typing…' : ''}
            </p>
            {isWaiting(session) && (
              <Form
                label="Accept"
                onSubmit={() => after(() => accept(port, id, name), `You have joined as ${name.trim()}.`)}
              >
                {children}
                <button type="submit" class="main">
                  Accept
                </button>
              </Form>
            )}
            {isServed(session) && <Answer id={id} act={act} perform={perform} />}
            {!isServed(session) && unsent.trim() && <p class="about">Not sent: {unsent}</p>}
            {(isWaiting(session) || isServed(session)) && <Transfer perform={perform} />}
            {isServed(session) && (
              <div class="row">
                <button
                  type="button"
                  onClick={() => perform({ act: 'leave' }, 'You have left. The agent answers again.')}
                >
                  Leave to the agent
                </button>
                <button type="button" onClick={() => perform({ act: 'end' }, 'The conversation has ended.')}>
                  End the conversation
                </button>
              </div>
            )}
          </>
        )}
      </AskedView>
      <ActStatus act={act} />
    </>
  );
}

const isWaiting = ({ state, desk }: DeskDetail): boolean => state === 'open' && desk !== null && !desk.person;
const isServed = ({ state, desk }: DeskDetail): boolean => state === 'open' && Boolean(desk?.person);

function stateOf(session: DeskDetail): string {
  if (session.state !== 'open') return 'over';
  if (isWaiting(session)) return `waits in ${session.desk?.queue} since ${clockTime(session.desk?.waitingSince)}`;
  return session.desk?.person ? `with ${session.desk.person}` : 'not handed over to the desk';
}

/** Attributes of a box that overflows: keys can scroll it only if it can have the focus. */
const SCROLLED_BY_KEYS = { tabIndex: 0 };

function Transcript({ lines }: { readonly lines: readonly Line[] }): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollTo?.(0, box.current.scrollHeight);
  }, [lines.length]);
  return (
    <div class="log" role="log" aria-label="Transcript" ref={box} {...SCROLLED_BY_KEYS}>
      {lines.length === 0 && <p class="empty">Nothing has been said yet.</p>}
      {lines.map(({ at, speaker, text }, index) => (
        <p key={index} class={`said ${speaker === 'Visitor' ? 'user' : speaker ? 'agent' : 'quiet'}`}>
          {text}
          <small>
            {speaker} {clockTime(at)}
          </small>
        </p>
      ))}
    </div>
  );
}

type Perform = (body: object, words: string, then?: () => void) => void;

const answerOf = (id: string): string => `answer to ${id}`;

function Answer({ id, act, perform }: { readonly id: string; readonly act: Act; readonly perform: Perform }) {
  const port = usePort();
  const [text, setText] = useKeptValue(answerOf(id), '');
  const field = useRef<HTMLTextAreaElement>(null);
  const [sign] = useState(() =>
    createTypingSign(state => {
      actOn(port, id, { act: 'typing', state }).catch(error => act.run(() => Promise.reject(error)));
    }),
  );
  useEffect(() => {
    // The button that accepted is gone, and with it the focus.
    field.current?.focus();
    return sign.reset;
  }, []);
  const send = () => {
    const words = text.trim();
    if (words === '') return;
    perform({ act: 'message', text: words }, '', () => {
      sign.reset();
      // Keeps what was typed while the answer was sent.
      setText(now => (now.startsWith(text) ? now.slice(text.length) : now));
    });
  };
  return (
    <Form label="Answer" onSubmit={send}>
      <label class="field wide">
        <span>Your answer</span>
        <textarea
          ref={field}
          rows={2}
          value={text}
          onInput={event => {
            const { value } = event.currentTarget;
            setText(() => value);
            sign.changed(value);
          }}
          onKeyDown={event => {
            if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
            event.preventDefault();
            send();
          }}
        />
        <small>Enter sends, Shift and Enter begins a new line.</small>
      </label>
      <button type="submit" class="main">
        Send
      </button>
    </Form>
  );
}

function Transfer({ perform }: { readonly perform: Perform }): JSX.Element {
  const [queue, setQueue] = useState('Workshop');
  return (
    <Form
      label="Transfer"
      onSubmit={() => perform({ act: 'transfer', queue: queue.trim() }, `The visitor waits in ${queue.trim()} now.`)}
    >
      <TextField label="Other queue" value={queue} required onInput={setQueue} />
      <button type="submit">Transfer</button>
    </Form>
  );
}
