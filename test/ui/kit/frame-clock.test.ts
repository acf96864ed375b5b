// @vitest-environment node

/** How often growing text is drawn on displays with several frame rates, in virtual frames. */

import { afterEach, describe, expect, it, vi } from 'vitest';
import { onFrame } from '../../../src/ui/kit/frame-clock.ts';

let at = 1_000;

/** A display of `hertz`; `run` shows the frames of so many seconds. */
function display(hertz: number) {
  const asked: FrameRequestCallback[] = [];
  // The previous display showed its last frame some time ago.
  at += 1_000;
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => asked.push(callback));
  return {
    frame(): void {
      at += 1_000 / hertz;
      for (const each of asked.splice(0)) each(at);
    },
    run(seconds: number): void {
      for (let i = 0; i < seconds * hertz; i++) this.frame();
    },
    isIdle: () => asked.length === 0,
  };
}

afterEach(() => vi.unstubAllGlobals());

describe('beat', () => {
  it.each([30, 50, 60, 75, 90, 120, 144, 165, 240])(
    'a growing text is drawn 24 to 34 times a second on a display of %i Hz',
    hertz => {
      const screen = display(hertz);
      let drawings = 0;
      let isGrowing = true;
      onFrame(function draw() {
        drawings += 1;
        if (isGrowing) onFrame(draw);
      });
      screen.run(10);
      isGrowing = false;
      screen.run(1);
      expect(drawings).toBeGreaterThanOrEqual(240);
      expect(drawings).toBeLessThanOrEqual(340);
    },
  );

  it('on a display that shows fewer frames than that, in each of them', () => {
    const screen = display(12);
    let drawings = 0;
    onFrame(function draw() {
      drawings += 1;
      if (drawings < 60) onFrame(draw);
    });
    screen.run(5);
    expect(drawings).toBe(60);
  });

  it('the first callbacks run in the next frame, all together', () => {
    const screen = display(60);
    const drawn: string[] = [];
    onFrame(() => drawn.push('list'));
    onFrame(() => drawn.push('text'));
    screen.frame();
    expect(drawn).toEqual(['list', 'text']);
    screen.run(1);
    onFrame(() => drawn.push('later'));
    screen.frame();
    expect(drawn).toEqual(['list', 'text', 'later']);
  });

  it('a callback that throws is reported, and all others run, even if it throws again with each frame', () => {
    const screen = display(60);
    const reported: unknown[] = [];
    vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
    const drawn: string[] = [];
    const wrong = new Error('What the page has put in the way.');
    onFrame(() => drawn.push('list'));
    let isBroken = true;
    onFrame(function broken() {
      if (isBroken) onFrame(broken);
      throw wrong;
    });
    onFrame(() => drawn.push('text'));
    screen.run(0.1);
    expect(drawn).toEqual(['list', 'text']);
    expect(new Set(reported)).toEqual(new Set([wrong]));
    onFrame(() => drawn.push('later'));
    isBroken = false;
    screen.run(0.1);
    expect(drawn).toEqual(['list', 'text', 'later']);
    expect(screen.isIdle()).toBe(true);
  });

  it('a callback that is registered often runs once, and no frames are requested while nothing grows', () => {
    const screen = display(60);
    let drawings = 0;
    const draw = () => {
      drawings += 1;
    };
    for (let i = 0; i < 5; i++) onFrame(draw);
    screen.run(1);
    expect(drawings).toBe(1);
    expect(screen.isIdle()).toBe(true);
  });
});
