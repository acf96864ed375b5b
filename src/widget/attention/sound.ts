/**
 * Two soft notes for a reply, made by the browser itself. If sound is missing, blocked or not yet allowed there is silence and no warning. The caller
 * decides which reply is new, and which of the visitor's tabs rings.
 */

export interface Sound {
  /** Plays the sound, unless it must not: before `unlock`, while the visitor looks at the open panel, or within 1.5 s of the last time. */
  play(): void;
  /** Call it during a click, a tap or a key press, as often as you like: browsers allow no sound before one. */
  unlock(): void;
  dispose(): void;
}

export interface SoundParts {
  /** Returns true if sounds are wanted. Called each time, even before anything is created. */
  enabled(): boolean;
  /** Returns true if this one of the visitor's tabs may notify. Called at each reply. */
  isSpeaker(): boolean;
  /** True if the panel is open and in the page's view: the visitor sees the reply then. */
  isOpen(): boolean;
}

const GAP_MS = 1_500;
/** A fourth upwards, E and A, in hertz. */
const NOTES = [659, 880];
const VOLUME = 0.06;

export function createSound({ enabled, isSpeaker, isOpen }: SoundParts): Sound {
  let context: AudioContext | undefined;
  /** True once a sound has played, because the browser allows it then. */
  let allowed = false;
  let last = -GAP_MS;
  const isRecent = () => performance.now() - last < GAP_MS;
  // A hidden page has no focus.
  const isSeen = () => isOpen() && document.hasFocus();

  return {
    play() {
      if (!context || isRecent() || !enabled() || !isSpeaker() || isSeen()) return;
      last = performance.now();
      const ready = context;
      attempt(async () => {
        await ready.resume();
        // A phone call may have delayed this: a late sound is dropped.
        if (isRecent()) ring(ready);
      });
    },
    unlock() {
      if (allowed || !enabled()) return;
      attempt(async () => {
        context ??= new AudioContext();
        // A context that was started during a gesture can be started again without one. Suspended, it needs no power.
        await context.resume();
        allowed = true;
        if (!isRecent()) await context.suspend();
      });
    },
    dispose() {
      attempt(async () => context?.close());
    },
  };
}

/** Runs the work; a failure leaves silence. */
async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch {}
}

function ring(context: AudioContext): void {
  const tone = context.createOscillator();
  const level = context.createGain();
  const begin = context.currentTime;
  level.gain.value = 0;
  NOTES.forEach((pitch, place) => {
    const at = begin + place * 0.13;
    tone.frequency.setValueAtTime(pitch, at);
    // Fades in and out, because an abrupt change would click.
    level.gain.setTargetAtTime(VOLUME, at, 0.01);
    level.gain.setTargetAtTime(0, at + 0.05, 0.06);
  });
  tone.connect(level).connect(context.destination);
  tone.start();
  tone.stop(begin + 0.6);
  tone.onended = () => void attempt(() => context.suspend());
}
