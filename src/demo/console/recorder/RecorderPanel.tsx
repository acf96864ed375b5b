/** The scenario recorder: records a conversation with a widget, keeps and opens recordings, and leads to each of them. */

import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ActStatus, useAct } from '../kit/ask.tsx';
import { dateTime, duration } from '../kit/format.ts';
import { usePort } from '../kit/port.ts';
import { linkTo, type Route } from '../kit/route.ts';
import { readFaults } from './framed-stage.ts';
import { type FramedWidget, framesOf, WIDGET_PAGE, widgetIn } from './framed-widget.ts';
import { kept } from './kept.ts';
import { RecordingView } from './RecordingView.tsx';
import { newFaults, type RecordedFault, type Recording, readRecording, transcriptOf } from './recording.ts';

export function RecorderPanel({ route: { id } }: { readonly route: Route }): JSX.Element {
  return id ? <RecordingView key={id} id={id} /> : <Recorder />;
}

function Recorder(): JSX.Element {
  const [isRecording, setRecording] = useState(false);
  const [notice, setNotice] = useState('');
  const take = (recording: Recording) => {
    kept.add(recording);
    location.hash = linkTo('recorder', recording.id);
  };
  return (
    <>
      {isRecording ? (
        <Session
          onStop={recording => {
            setRecording(false);
            if (recording) take(recording);
            else setNotice('Nothing was recorded: no frame went over the wire.');
          }}
        />
      ) : (
        <div class="row">
          <button type="button" class="main" onClick={() => setRecording(true)}>
            Record
          </button>
          <OpenFile onOpen={take} />
        </div>
      )}
      <p class="act-status" role="status">
        {notice}
      </p>
      <Recordings />
    </>
  );
}

const POLL_MS = 1_000;

/** A conversation that is being recorded, in a widget below the button. */
function Session({ onStop }: { readonly onStop: (recording: Recording | null) => void }): JSX.Element {
  const port = usePort();
  const act = useAct();
  const frame = useRef<HTMLIFrameElement>(null);
  const stopButton = useRef<HTMLButtonElement>(null);
  const [count, setCount] = useState(0);
  const [session] = useState(() => ({
    startedAt: port.now(),
    widget: null as FramedWidget | null,
    faults: [] as RecordedFault[],
    inForce: [] as Awaited<ReturnType<typeof readFaults>>,
    /** Set once the conversation has ended: one that follows it is not recorded. */
    complete: null as Recording | null,
    isStopped: false,
  }));
  const taken = () => session.complete ?? (session.widget && recordingOf(session.widget, session));
  useEffect(() => {
    const ended = new AbortController();
    stopButton.current?.focus();
    const look = async () => {
      const now = await readFaults(port);
      const at = session.widget ? Math.round(port.now() - session.startedAt) : 0;
      for (const fault of newFaults(session.inForce, now)) session.faults.push({ at, fault });
      session.inForce = now;
    };
    const begin = async () => {
      if (!frame.current) return '';
      const widget = await widgetIn(frame.current, ended.signal);
      // The faults of the beginning strike the connection, too, so they are read before it.
      await look();
      session.startedAt = port.now();
      session.widget = widget;
      widget.handle.on('state', () => {
        if (session.complete || widget.handle.state.connection.phase !== 'ended') return;
        session.complete = taken();
        setCount(session.complete?.frames.length ?? 0);
        act.run(async () => 'The conversation has ended, and the recording with it. Stop keeps it.');
      });
      widget.handle.open();
      // Shows all of the chat: its text field is at the foot.
      frame.current.scrollIntoView({ block: 'nearest' });
      return 'Recording. Talk in the chat below. Escape closes it, and then Tab leads out of it.';
    };
    act.run(begin);
    const timer = setInterval(() => {
      if (!session.widget || session.complete) return;
      setCount(framesOf(session.widget.trace(), session.startedAt).length);
      look().catch(error => act.run(() => Promise.reject(error)));
    }, POLL_MS);
    return () => {
      ended.abort();
      clearInterval(timer);
    };
  }, []);
  // A layout effect: others are cleaned up when the frame is gone, and with it the conversation.
  useLayoutEffect(() => {
    /** Keeps the recording if another panel or page is opened meanwhile. */
    const leave = () => {
      const recording = session.isStopped ? null : taken();
      if (recording) kept.add(recording);
    };
    addEventListener('pagehide', leave);
    return () => {
      leave();
      removeEventListener('pagehide', leave);
    };
  }, []);
  const stop = () => {
    session.isStopped = true;
    onStop(taken());
  };
  return (
    <section class="part" aria-label="Recording in progress">
      <div class="row">
        <button type="button" class="main" ref={stopButton} onClick={stop}>
          Stop
        </button>
        <span>{count === 1 ? '1 frame' : `${count} frames`}</span>
      </div>
      <ActStatus act={act} />
      <iframe class="widget" ref={frame} title="Widget that is recorded" src={WIDGET_PAGE} />
    </section>
  );
}

/** Returns null if no frame went over the wire. */
function recordingOf(
  { handle, trace }: FramedWidget,
  { startedAt, faults }: { readonly startedAt: number; readonly faults: readonly RecordedFault[] },
): Recording | null {
  const frames = framesOf(trace(), startedAt);
  if (frames.length === 0) return null;
  const madeAt = new Date(startedAt).toISOString();
  return {
    id: madeAt.slice(0, 19).replace(/[:T]/g, '-'),
    madeAt,
    frames,
    faults: [...faults],
    transcript: transcriptOf(handle.state.messages),
  };
}

function OpenFile({ onOpen }: { readonly onOpen: (recording: Recording) => void }): JSX.Element {
  const act = useAct();
  const open = (file: File) =>
    act.run(async () => {
      onOpen(readRecording(await file.text()));
      return '';
    });
  return (
    <>
      <label class="field">
        <span>Open a recording</span>
        <input
          type="file"
          accept=".json,application/json"
          onChange={event => {
            const [file] = event.currentTarget.files ?? [];
            // Clears the field, because choosing the same file again would otherwise have no effect.
            if (file) open(file);
            event.currentTarget.value = '';
          }}
        />
      </label>
      <ActStatus act={act} />
    </>
  );
}

function Recordings(): JSX.Element {
  const all = kept.list();
  if (all.length === 0)
    return (
      <div class="empty">
        <p>No recording yet. Record a conversation, or open a file.</p>
      </div>
    );
  return (
    <ul class="cards" aria-label="Recordings">
      {all.map(({ id, madeAt, frames, faults, transcript }) => (
        <li key={id}>
          <a class="card" href={linkTo('recorder', id)}>
            <b>{dateTime(madeAt)}</b>
            <span class="tags">
              {faults.length > 0 && (
                <b class="tag warn">{faults.length === 1 ? '1 fault' : `${faults.length} faults`}</b>
              )}
            </span>
            <span class="words">
              {transcript.find(({ speaker }) => speaker === 'user')?.text ?? 'No words of the visitor'}
            </span>
            <small>
              {frames.length} frames · {duration((frames.at(-1)?.at ?? 0) / 1000)}
            </small>
          </a>
        </li>
      ))}
    </ul>
  );
}
