/**
 * The clock by which growing text is drawn: requestAnimationFrame, throttled to some thirty frames a second. Text drawn at this rate reads
 * as smoothly, and its fade still has the display's own rate. It costs half as much as drawing in every frame, or a quarter on a fast
 * display.
 */

type Draw = (now: number) => void;

/** Lets every second frame pass at 60 Hz and every fourth at 120 Hz, even if frames come a little unevenly. */
const APART_MS = 30;

let waiting = new Set<Draw>();
let lastAt = 0;

/** Calls `draw` once in the next frame that is due, with the frame's time, however often it is requested until then. */
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
