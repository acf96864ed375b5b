/**
 * Plays two soft notes for a reply, synthesised by the browser. If sound is unavailable, blocked or not allowed yet, plays nothing and does not
 * warn. The caller decides which reply is new, and which tab plays the sound.
 */

export interface Sound {
  /** Plays the sound. Does nothing before `unlock`, while the visitor is looking at the open panel, or within 1.5 s of the last sound. */
  play(): void;
  /** Makes the browser allow sound. To be called during each click, tap or key press; repeated calls are harmless. */
  unlock(): void;
  dispose(): void;
}

export interface SoundParts {
  /** Returns true if sounds are wanted. Called before each sound and each unlock. */
  enabled(): boolean;
  /** Returns true if this tab may notify the visitor. Called for each reply. */
  isSpeaker(): boolean;
  /** Returns true if the panel is open and in the viewport. The visitor then sees the reply. */
  isOpen(): boolean;
}

const GAP_MS = 1_500;
/** A rising fourth, E and A, in hertz. */
const NOTES = [659, 880];
const VOLUME = 0.06;

export function createSound({ enabled, isSpeaker, isOpen }: SoundParts): Sound {
  let context: AudioContext | undefined;
  /** True once the browser has allowed sound. */
  let allowed = false;
  let last = -GAP_MS;
  const isRecent = () => performance.now() - last < GAP_MS;
  // Needs no check for a hidden page, because such a page has no focus.
  const isSeen = () => isOpen() && document.hasFocus();

  return {
    play() {
      if (!context || isRecent() || !enabled() || !isSpeaker() || isSeen()) return;
      last = performance.now();
      const ready = context;
      attempt(async () => {
        await ready.resume();
        // Drops the sound if it was delayed, for example by a phone call.
        if (isRecent()) ring(ready);
      });
    },
    unlock() {
      if (allowed || !enabled()) return;
      attempt(async () => {
        context ??= new AudioContext();
        // Starts the context during a gesture; from then on it can be started without one. Suspends it again to save power.
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

/** Runs the work, and ignores errors. */
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
