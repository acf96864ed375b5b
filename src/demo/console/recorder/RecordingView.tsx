/** One recording: its figures, its replay in a widget, and the comparison of the two transcripts. */

import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ActStatus, useAct } from '../kit/ask.tsx';
import { Select, sameWords } from '../kit/fields.tsx';
import { dateTime, duration } from '../kit/format.ts';
import { usePort } from '../kit/port.ts';
import { linkTo } from '../kit/route.ts';
import { saveFile } from '../kit/save-file.ts';
import { type ComparedLine, compare } from './compare.ts';
import { replay } from './framed-stage.ts';
import { WIDGET_PAGE } from './framed-widget.ts';
import { kept } from './kept.ts';
import { fileOf, type Line, type Recording } from './recording.ts';
import { SPEEDS } from './replay.ts';

export function RecordingView({ id }: { readonly id: string }): JSX.Element {
  const recording = kept.find(id);
  return (
    <>
      <nav class="pages" aria-label="Recording">
        <a href={linkTo('recorder')}>All recordings</a>
      </nav>
      {recording ? (
        <Details recording={recording} />
      ) : (
        <div class="empty">
          <p>This tab has no recording {id}. Open its file in the list of recordings.</p>
        </div>
      )}
    </>
  );
}

function Details({ recording }: { readonly recording: Recording }): JSX.Element {
  const { id, madeAt, frames, faults, transcript } = recording;
  const facts = {
    Made: dateTime(madeAt),
    Duration: duration((frames.at(-1)?.at ?? 0) / 1000),
    Frames: frames.length,
    Faults: faults.map(({ fault }) => fault.kind).join(', ') || 'none',
    Lines: transcript.length,
  };
  const remove = () => {
    kept.remove(id);
    location.hash = linkTo('recorder');
  };
  return (
    <>
      <dl class="facts">
        {Object.entries(facts).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div class="row">
        <button type="button" onClick={() => saveFile(`natter-recording-${id}.json`, fileOf(recording))}>
          Save
        </button>
        <button type="button" onClick={remove}>
          Remove from this list
        </button>
      </div>
      <p class="act-status failed" role="status">
        {kept.problem()}
      </p>
      <Replay recording={recording} />
    </>
  );
}

function Replay({ recording }: { readonly recording: Recording }): JSX.Element {
  const port = usePort();
  const act = useAct();
  const frame = useRef<HTMLIFrameElement>(null);
  const running = useRef(new AbortController());
  const [speed, setSpeed] = useState('1×');
  /** Number of the replay: each has a frame of its own. */
  const [round, setRound] = useState(0);
  const [done, setDone] = useState<readonly [number, number]>([0, 0]);
  const [replayed, setReplayed] = useState<readonly Line[]>();
  useEffect(() => () => running.current.abort(), []);
  useEffect(() => {
    if (round === 0) return;
    running.current = new AbortController();
    act.run(async () => {
      if (!frame.current) return '';
      const lines = await replay(port, recording, {
        frame: frame.current,
        speed: SPEEDS[speed] ?? 1,
        signal: running.current.signal,
        report: (steps, all) => setDone([steps, all]),
      });
      setReplayed(lines);
      return summary(compare(recording.transcript, lines));
    });
  }, [round]);
  const start = () => {
    setReplayed(undefined);
    setDone([0, 0]);
    setRound(round + 1);
  };
  return (
    <section class="part" aria-label="Replay">
      <h3>Replay</h3>
      <p class="about">
        A new conversation in a real widget: the visitor’s words are sent again, the platform’s events are injected, the
        faults strike again. Meanwhile the emulator’s agent is silent in all chats.
      </p>
      <div class="form">
        <Select label="Speed" value={speed} options={sameWords(Object.keys(SPEEDS))} onChange={setSpeed} />
        {act.isBusy ? (
          <button type="button" onClick={() => running.current.abort()}>
            Stop
          </button>
        ) : (
          <button type="button" class="main" onClick={start}>
            Replay
          </button>
        )}
        {act.isBusy && done[1] > 0 && (
          <label class="field">
            <span>
              Step {done[0]} of {done[1]}
            </span>
            <progress value={done[0]} max={done[1]} />
          </label>
        )}
      </div>
      <ActStatus act={act} />
      {replayed && <Comparison lines={compare(recording.transcript, replayed)} />}
      {round > 0 && <iframe class="widget" key={round} ref={frame} title="Widget of the replay" src={WIDGET_PAGE} />}
      {!replayed && <Lines lines={recording.transcript} />}
    </section>
  );
}

function summary(lines: readonly ComparedLine[]): string {
  const different = lines.filter(({ kind }) => kind !== 'same').length;
  return different === 0
    ? `The transcripts are the same: ${lines.length} lines.`
    : `The transcripts differ in ${different} of ${lines.length} lines.`;
}

function Comparison({ lines }: { readonly lines: readonly ComparedLine[] }): JSX.Element {
  return (
    <table class="comparison" aria-label="Comparison">
      <thead>
        <tr>
          <th scope="col">Line</th>
          <th scope="col">Recorded</th>
          <th scope="col">Replayed</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ kind, recorded, replayed }, index) => (
          <tr key={index}>
            <th scope="row">
              <b class={`tag ${TAGS[kind]}`}>{kind}</b>
            </th>
            <td>{wordsOf(recorded)}</td>
            <td>{kind === 'same' ? 'as recorded' : wordsOf(replayed)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const TAGS = { same: '', changed: 'warn', missing: 'bad', added: 'good' } as const;
const wordsOf = (line: Line | undefined): string => (line ? `${line.speaker}: ${line.text}` : '–');

function Lines({ lines }: { readonly lines: readonly Line[] }): JSX.Element {
  return (
    <ol class="turns" aria-label="Recorded transcript">
      {lines.map((line, index) => (
        <li key={index}>
          <p class={`said ${line.speaker === 'user' ? 'user' : line.speaker === 'event' ? 'quiet' : 'agent'}`}>
            {line.text}
            <small>{line.speaker}</small>
          </p>
        </li>
      ))}
    </ol>
  );
}
