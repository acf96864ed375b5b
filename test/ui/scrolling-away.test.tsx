// @vitest-environment jsdom
/**
 * Whoever scrolls up while a reply is written: in whatever order the browser tells of the hand, moves the view and tells of that, and whatever
 * is drawn in between. Browsers scroll beside the page (on a thread or in a process of their own), so every order happens.
 */

import { act, fireEvent, screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { message } from './fake-chat.ts';
import { renderChat } from './render-chat.ts';

const HEIGHT = 540;
const LINE = 20;
const FRAME_MS = 16;

const log = (): HTMLElement => screen.getByRole('log', { name: 'Conversation' });
const jump = () => screen.queryByRole('button', { name: /Jump/ });

/** A view at its end, and the browser that it scrolls in. */
function createView(whole = 1_712) {
  let height = HEIGHT;
  let place = Math.max(0, whole - HEIGHT);
  let laidOut = whole - height;
  let isMoved = false;
  /** Steps of a scroll that is under way beside the page; a place that is set ends it. */
  let underWay: number[] = [];
  const looks: (() => void)[] = [];
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(look: () => void) {
        looks.push(look);
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
  renderChat({ messages: [message('user', 'Mine')] });
  Object.defineProperty(log(), 'scrollHeight', { configurable: true, get: () => whole });
  Object.defineProperty(log(), 'clientHeight', { configurable: true, get: () => height });
  Object.defineProperty(log(), 'scrollTop', {
    configurable: true,
    get: () => place,
    set(to: number) {
      underWay = [];
      move(to);
    },
  });

  function move(to: number): void {
    const next = Math.max(0, Math.min(to, whole - height));
    isMoved ||= next !== place;
    place = next;
  }

  const view = {
    place: () => place,
    isAtEnd: () => place === Math.max(0, whole - height),
    grow() {
      whole += LINE;
    },
    /** What a browser does before it paints. */
    frame() {
      if (isMoved) {
        isMoved = false;
        fireEvent.scroll(log());
      }
      vi.advanceTimersByTime(FRAME_MS);
      if (whole - height === laidOut) return;
      laidOut = whole - height;
      for (const look of looks) look();
    },
    /** A reply that is written so fast that it is longer with each frame, for longer than a hand is waited for. */
    write() {
      for (let at = 0; at < 300; at += FRAME_MS) {
        view.grow();
        view.frame();
      }
    },
    begin(...steps: number[]) {
      underWay = steps;
    },
    /** The page learns of the next step. */
    step() {
      move(place + (underWay.shift() ?? 0));
    },
    /** Dragged to where it stands, by what is not under way by itself. */
    drag: (by: number) => move(place + by),
    /** The reader goes back to the end, and a while passes. */
    return() {
      jump()?.click();
      vi.advanceTimersByTime(5_000);
      view.write();
    },
    /** What is below it takes so much of its height, or gives it back. */
    take(by: number) {
      height -= by;
      move(place);
    },
    shrinkAndGrow(by: number) {
      whole -= by;
      move(place);
      whole += by + LINE;
    },
  };
  fireEvent.scroll(log());
  view.write();
  expect(view.isAtEnd()).toBe(true);
  return view;
}

type View = ReturnType<typeof createView>;

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** All orders in which a hand, told once, and two steps of what it began come to the page, and what there is in between each time. */
const BETWEEN = ['', 'frame', 'growth and frame', 'writing'] as const;
const ORDERS = [
  ['hand', 'step', 'step'],
  ['step', 'hand', 'step'],
  ['step', 'step', 'hand'],
] as const;
const CASES = ORDERS.flatMap(order =>
  BETWEEN.flatMap(one => BETWEEN.flatMap(two => BETWEEN.map(three => ({ order, between: [one, two, three] })))),
);

function pass(view: View, what: (typeof BETWEEN)[number]): void {
  if (what === 'growth and frame') view.grow();
  if (what.endsWith('frame')) view.frame();
  if (what === 'writing') view.write();
}

describe('a view that is followed to its end', () => {
  it('[U240] is left when the wheel is turned up, in whatever order that is told and done', () => {
    const kept: string[] = [];
    const view = createView();
    for (const { order, between } of CASES) {
      act(() => view.return());
      view.begin(-40, -60);
      order.forEach((what, place) => {
        act(() => void (what === 'hand' ? fireEvent.wheel(log(), { deltaY: -100 }) : view.step()));
        act(() => pass(view, between[place] ?? ''));
      });
      act(() => view.write());
      if (view.isAtEnd() || !jump()) kept.push(order.map((what, place) => `${what}, ${between[place]}`).join('; '));
    }
    expect(kept).toEqual([]);
  });

  it.each(['PageUp', 'ArrowUp'])(
    '[U240] is left when %s is pressed, however late the browser tells of its scroll',
    key => {
      const view = createView();
      view.begin(-40, -60);
      act(() => void fireEvent.keyDown(log(), { key }));
      for (let steps = 0; steps < 2; steps++) {
        act(() => view.write());
        act(() => view.step());
      }
      const before = view.place();
      act(() => view.write());
      expect(view.place()).toBe(before);
      expect(jump()).not.toBeNull();
    },
  );

  it.each([
    ['a wheel that is turned sideways', () => fireEvent.wheel(log(), { deltaY: -20, deltaX: -90 })],
    ['a pinch', () => fireEvent.wheel(log(), { deltaY: -100, ctrlKey: true })],
    ['a wheel with Shift, which scrolls sideways', () => fireEvent.wheel(log(), { deltaY: -100, shiftKey: true })],
    ['a finger that only rests on a touchpad', () => fireEvent.wheel(log(), { deltaY: -1 })],
    ['a wheel that is turned down', () => fireEvent.wheel(log(), { deltaY: 100 })],
    ['a letter', () => fireEvent.keyDown(log(), { key: 'a' })],
    ['a press', () => fireEvent.pointerDown(log())],
  ])('[U240] is not left for %s', (_, hand) => {
    const view = createView();
    act(() => void hand());
    act(() => view.write());
    expect(view.isAtEnd()).toBe(true);
    expect(jump()).toBeNull();
  });

  it('[U240] is not left where there is nothing to scroll', () => {
    const view = createView(LINE);
    act(() => void fireEvent.wheel(log(), { deltaY: -100 }));
    act(() => view.write());
    expect(view.isAtEnd()).toBe(true);
  });

  it('[U240] is followed again by who turns the wheel back before the browser has moved anything', () => {
    const view = createView();
    act(() => {
      fireEvent.wheel(log(), { deltaY: -100 });
      fireEvent.wheel(log(), { deltaY: 100 });
      view.write();
    });
    expect(view.isAtEnd()).toBe(true);
    expect(jump()).toBeNull();
  });

  it.each([
    ['drags the scroll bar that was pressed a while ago', 30],
    ['pulls with a finger that has rested', 12],
    ['has a browser scroll by itself', 5],
  ])('[U241] is left by a reader who %s, though it grows with each frame', (_, by) => {
    const view = createView();
    act(() => void fireEvent.pointerDown(log()));
    act(() => view.write());
    act(() => {
      for (let moves = 0; moves < 4; moves++) {
        view.drag(-by);
        view.grow();
        view.frame();
      }
      view.write();
    });
    expect(view.isAtEnd()).toBe(false);
    expect(jump()).not.toBeNull();
  });

  it.each(['pointerUp', 'pointerCancel'] as const)(
    '[U243] stands still under a finger that is held on its text, and goes on behind it (%s)',
    end => {
      const view = createView();
      const before = view.place();
      act(() => {
        fireEvent.pointerDown(screen.getByText('Mine'), { pointerType: 'touch', buttons: 1 });
        for (let whiles = 0; whiles < 5; whiles++) view.write();
      });
      expect(view.place()).toBe(before);
      act(() => {
        fireEvent[end](screen.getByText('Mine'), { pointerType: 'touch', buttons: 0 });
        view.write();
      });
      expect(view.isAtEnd()).toBe(true);
    },
  );

  it('[U243] is left by the first move of a finger that has rested on its text', () => {
    const view = createView();
    act(() => {
      fireEvent.pointerDown(screen.getByText('Mine'), { pointerType: 'touch', buttons: 1 });
      for (let whiles = 0; whiles < 5; whiles++) view.write();
      fireEvent.pointerCancel(screen.getByText('Mine'), { pointerType: 'touch', buttons: 0 });
      view.grow();
      view.frame();
      view.drag(-12);
      view.write();
    });
    expect(view.isAtEnd()).toBe(false);
    expect(jump()).not.toBeNull();
  });

  it.each([
    ['wheel', () => fireEvent.wheel(log(), { deltaY: -100 })],
    ['arrow', () => fireEvent.keyDown(log(), { key: 'ArrowUp' })],
  ])('[U240] is followed as before where the page or a control takes the %s for itself', (type, turn) => {
    const view = createView();
    const taking = new AbortController();
    const take = (event: Event) => event.preventDefault();
    for (const each of ['wheel', 'keydown']) addEventListener(each, take, { passive: false, signal: taking.signal });
    expect(type && turn()).toBe(false);
    taking.abort();
    act(() => {
      view.write();
      view.write();
    });
    expect(view.isAtEnd()).toBe(true);
    expect(jump()).toBeNull();
  });

  it.each([
    ['wheel', () => fireEvent.wheel(log(), { deltaY: -100 })],
    ['arrow', () => fireEvent.keyDown(log(), { key: 'ArrowUp' })],
  ])('[U240] is followed as before where the %s is taken again and again', (_, turn) => {
    const view = createView();
    const taking = new AbortController();
    const take = (event: Event) => event.preventDefault();
    for (const each of ['wheel', 'keydown']) addEventListener(each, take, { passive: false, signal: taking.signal });
    act(() => {
      for (let times = 0; times < 5; times++) {
        turn();
        view.frame();
      }
      taking.abort();
      view.write();
      view.write();
    });
    expect(view.isAtEnd()).toBe(true);
    expect(jump()).toBeNull();
  });

  it('[U177] is left by the Home key, which the chat takes itself', () => {
    const view = createView();
    act(() => {
      fireEvent.keyDown(log(), { key: 'Home' });
      for (let whiles = 0; whiles < 3; whiles++) view.write();
    });
    expect(view.place()).toBe(0);
    expect(jump()).not.toBeNull();
  });

  it.each([
    ['soon after', [true, false]],
    ['just before', [false, true]],
  ])('[U240] is left by a wheel that is turned up %s one that something else takes', (_, turns) => {
    const view = createView();
    act(() => {
      for (const isTaken of turns) {
        const taking = new AbortController();
        const take = (event: Event) => isTaken && event.preventDefault();
        addEventListener('wheel', take, { passive: false, signal: taking.signal });
        fireEvent.wheel(log(), { deltaY: -100 });
        taking.abort();
        view.frame();
      }
      view.write();
      view.write();
    });
    expect(jump()).not.toBeNull();
  });

  it('[U241] is followed when what is written gets shorter and longer again unseen, now and then', () => {
    const view = createView();
    act(() => {
      for (let times = 0; times < 4; times++) {
        view.shrinkAndGrow(LINE);
        view.frame();
        for (let pause = 0; pause < 5; pause++) view.write();
      }
    });
    expect(view.isAtEnd()).toBe(true);
    expect(jump()).toBeNull();
  });

  it('[U165] is followed when proposed answers and dots go one soon after the other, each with words in their place', () => {
    const view = createView();
    act(() => {
      for (let times = 0; times < 3; times++) {
        view.shrinkAndGrow(2 * LINE);
        view.frame();
      }
    });
    expect(view.isAtEnd()).toBe(true);
    expect(jump()).toBeNull();
  });

  it('[U165] is followed when the field below gives back what long drafts have taken, one soon after the other, and answers are there', () => {
    const view = createView();
    act(() => {
      for (let times = 0; times < 4; times++) {
        view.take(5 * LINE);
        view.frame();
        view.take(-5 * LINE);
        for (let lines = 0; lines < 8; lines++) view.grow();
        view.frame();
      }
    });
    expect(view.isAtEnd()).toBe(true);
    expect(jump()).toBeNull();
  });

  it('[U242] is left by a search in the page that finds something just above what is in view', () => {
    const view = createView();
    act(() => {
      view.drag(-HEIGHT / 2);
      view.grow();
      view.frame();
      view.write();
    });
    expect(view.isAtEnd()).toBe(false);
    expect(jump()).not.toBeNull();
  });
});
