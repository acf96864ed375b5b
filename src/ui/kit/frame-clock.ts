/**
 * The clock by which growing text is drawn: requestAnimationFrame, throttled to some thirty frames a second. Words that come at this rate read as
 * smoothly, their fade has the display's own rate, and the page pays half of what every frame would cost, or a quarter on a fast display.
 */

type Draw = (now: number) => void;

/** Every second frame of 60 a second, every fourth of 120, with room for clocks that are not quite even. */
const APART_MS = 30;

let waiting = new Set<Draw>();
let lastAt = 0;

/** Calls `draw` once, with the frame's time and together with all that wait for it, however often it is asked for until then. */
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
