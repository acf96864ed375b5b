/** Performs a replay's steps on a widget in a frame and on the emulator, and puts the emulator's settings back afterwards. */

import type { ConsolePort } from '../kit/port.ts';
import { type FramedWidget, STOPPED, sessionOf, until, widgetIn } from './framed-widget.ts';
import { type Line, type Recording, transcriptOf } from './recording.ts';
import { play, type Stage, stepsOf } from './replay.ts';

type Fields = Readonly<Record<string, unknown>>;
type Control = Pick<ConsolePort, 'control'>;
type Settable = Pick<ConsolePort, 'control' | 'leave'>;

const SETTLED_MS = 3_000;
const POLL_MS = 100;

export interface ReplayOptions {
  readonly frame: HTMLIFrameElement;
  readonly speed: number;
  readonly signal: AbortSignal;
  /** Called with the number of steps that are done, and of all. */
  readonly report: (done: number, all: number) => void;
}

export const readFaults = async ({ control }: Control): Promise<readonly Fields[]> =>
  ((await control('GET', 'faults')) as { readonly faults: readonly Fields[] }).faults;

/** Replays the recording, and returns the transcript that the widget shows then. */
export async function replay(port: Settable, recording: Recording, options: ReplayOptions): Promise<readonly Line[]> {
  const { frame, speed, signal, report } = options;
  const steps = stepsOf(recording);
  const widget = await widgetIn(frame, signal);
  const faults = { faults: await readFaults(port) };
  const { script } = (await port.control('GET', 'agent')) as Fields;
  /** Puts the settings back if the page is left or loaded again meanwhile. */
  const leave = () => {
    port.leave('faults', faults);
    port.leave('agent', { script });
  };
  addEventListener('pagehide', leave);
  try {
    // The emulator accepts the visitor's messages, and its agent says nothing of its own.
    await port.control('POST', 'agent', { script: 'silent' });
    const first = steps.filter(step => step.kind === 'fault' && step.at === 0);
    await port.control('POST', 'faults', {
      faults: first.flatMap(step => (step.kind === 'fault' ? [step.fault] : [])),
    });
    widget.handle.open();
    const others = steps.filter(step => !first.includes(step));
    await play(others, speed, stageOn(port, widget, signal), done => report(done, others.length));
    return await settled(widget, recording.transcript, signal);
  } finally {
    removeEventListener('pagehide', leave);
    await port.control('POST', 'faults', faults);
    await port.control('POST', 'agent', { script });
  }
}

function stageOn({ control }: Control, { handle, trace }: FramedWidget, signal: AbortSignal): Stage {
  const session = () =>
    until(
      () => sessionOf(trace()),
      each => each !== undefined,
      'The widget has not connected',
      signal,
    );
  const post = async (path: string, body: object) => void (await control('POST', path, body));
  return {
    fault: fault => post('faults', fault),
    async say(text) {
      handle.send(text);
      const arrived = () => handle.state.outbox.every(each => each.status === 'failed');
      await until(arrived, Boolean, 'A message of the visitor has not arrived', signal);
    },
    end: async () => handle.end(),
    event: async event => post(`sessions/${await session()}/events`, event),
    over: async () => post(`sessions/${await session()}/end`, {}),
    wait: ms =>
      new Promise((resolve, reject) => {
        const stop = () => {
          clearTimeout(timer);
          reject(new Error(STOPPED));
        };
        const timer = setTimeout(() => {
          signal.removeEventListener('abort', stop);
          resolve();
        }, ms);
        if (signal.aborted) stop();
        else signal.addEventListener('abort', stop, { once: true });
      }),
  };
}

/** Returns the transcript once it equals the recorded one, or has had three seconds for it. */
async function settled(widget: FramedWidget, recorded: readonly Line[], signal: AbortSignal): Promise<readonly Line[]> {
  const wanted = JSON.stringify(recorded);
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const lines = transcriptOf(widget.handle.state.messages);
    if (JSON.stringify(lines) === wanted || waitedMs >= SETTLED_MS || signal.aborted) return lines;
    await new Promise(done => setTimeout(done, POLL_MS));
  }
}
