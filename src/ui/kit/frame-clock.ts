/**
 * The clock for rendering growing text: requestAnimationFrame, throttled to about thirty frames a second. It looks just as smooth, because the
 * fade-in still runs at the display's rate, and saves half of the work, or more on a fast display.
 */

type Draw = (now: number) => void;

/** Least time between two frames. Every second frame passes at 60 Hz and every fourth at 120 Hz, with tolerance for uneven frames. */
const APART_MS = 30;

let waiting = new Set<Draw>();
let lastAt = 0;

/** Calls `draw` with the frame's time in the next frame that is due. If requested several times for one frame, calls it once. */
export function onFrame(draw: Draw): void {
  if (waiting.size === 0) requestAnimationFrame(step);
  waiting.add(draw);
}

function step(now: number): void {
  if (now - lastAt < APART_MS) {
    requestAnimationFrame(step);
    return;
  }
  lastAt = now;
  const due = waiting;
  waiting = new Set();
  for (const draw of due) {
    try {
      draw(now);
    } catch (error) {
      reportError(error);
    }
  }
}
