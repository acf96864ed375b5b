/** The widget of the shop's page in a frame: a conversation of its own, which leaves nothing in the browser. */

import type { NatterHandle } from '../../../entries/element.ts';
import type { TraceEntry } from '../../../entries/index.ts';
import type { Frame } from './recording.ts';

/** Address of the frame. A narrow frame shows the chat over the whole of it. */
export const WIDGET_PAGE = '/?bench=off&shop=off&remember=nothing';

const POLL_MS = 50;
const LONGEST_MS = 30_000;

export interface FramedWidget {
  readonly handle: NatterHandle;
  trace(): readonly TraceEntry[];
}

type FrameWindow = Window & { readonly Natter?: NatterHandle; readonly demoTrace?: readonly TraceEntry[] };

/** Resolves when the widget of the frame can be used. */
export async function widgetIn(frame: HTMLIFrameElement, signal: AbortSignal): Promise<FramedWidget> {
  const page = () => pageIn(frame);
  const handle = await until(
    () => page()?.Natter,
    each => typeof each?.on === 'function',
    'The widget did not load',
    signal,
  );
  return { handle: handle as NatterHandle, trace: () => page()?.demoTrace ?? [] };
}

/** Throws a sentence if the frame shows a page of the browser's own, which it does when the demo does not answer. */
function pageIn(frame: HTMLIFrameElement): FrameWindow | null {
  if (frame.contentWindow && !frame.contentDocument)
    throw new Error('The page of the widget did not load. Is the demo still running?');
  return frame.contentWindow as FrameWindow | null;
}

/** Resolves with the value that passes. Rejected with a sentence after half a minute, and when the signal is aborted. */
export async function until<T>(
  look: () => T,
  passes: (value: T) => boolean,
  problem: string,
  signal: AbortSignal,
): Promise<T> {
  const startedAt = performance.now();
  for (;;) {
    const value = look();
    if (passes(value)) return value;
    if (signal.aborted) throw new Error(STOPPED);
    if (performance.now() - startedAt > LONGEST_MS) throw new Error(`${problem} within half a minute.`);
    await new Promise(done => setTimeout(done, POLL_MS));
  }
}

export const STOPPED = 'The replay was stopped.';

/** Returns the frames of a trace, with times from the start. */
export const framesOf = (trace: readonly TraceEntry[], startedAt: number): readonly Frame[] =>
  trace.flatMap(entry => {
    if (entry.kind !== 'frame') return [];
    const { at, direction, text } = entry;
    return [{ at: Math.max(0, Math.round(at - startedAt)), direction, text }];
  });

/** Returns the platform's id of the latest session that the widget has connected to and heard from; undefined before. */
export function sessionOf(trace: readonly TraceEntry[]): string | undefined {
  if (!trace.some(entry => entry.kind === 'frame' && entry.direction === 'in')) return undefined;
  for (const entry of [...trace].reverse()) {
    const opened = entry.kind === 'input' ? entry.effects.find(each => each.type === 'openSocket') : undefined;
    if (opened) return opened.sessionId;
  }
  return undefined;
}
