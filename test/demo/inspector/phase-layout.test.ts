import { describe, expect, it } from 'vitest';
import {
  ARROWS,
  arrowPath,
  centreOf,
  DIAGRAM_HEIGHT,
  DIAGRAM_WIDTH,
  NODE_HEIGHT,
  NODE_WIDTH,
  PHASES,
  type Point,
} from '../../../src/demo/inspector/phase-layout.ts';
import { initialState } from '../../../src/session/state/state.ts';

const numbers = (path: string): number[] => [...path.matchAll(/-?\d+(?:\.\d+)?/g)].map(Number);
const inside = ({ x, y }: Point, centre: Point, margin: number) =>
  Math.abs(x - centre.x) < NODE_WIDTH / 2 + margin && Math.abs(y - centre.y) < NODE_HEIGHT / 2 + margin;

/** The start, bend and tip of an arrow. */
function shapeOf(path: string): readonly [Point, Point, Point] {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers(path);
  return [
    { x: a, y: b },
    { x: c, y: d },
    { x: e, y: f },
  ];
}

function pointOn([start, bend, tip]: readonly [Point, Point, Point], t: number): Point {
  const at = (a: number, b: number, c: number) => (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t ** 2 * c;
  return { x: at(start.x, bend.x, tip.x), y: at(start.y, bend.y, tip.y) };
}

const PAIRS = PHASES.flatMap(from => PHASES.filter(to => to !== from).map(to => [from, to] as const));

describe('diagram', () => {
  it('the diagram has a place for every phase of the machine, inside the picture and apart from the others', () => {
    expect(PHASES).toHaveLength(10);
    expect(PHASES).toContain(initialState().phase.name);
    for (const phase of PHASES) {
      const { x, y } = centreOf(phase);
      expect(x - NODE_WIDTH / 2).toBeGreaterThanOrEqual(0);
      expect(x + NODE_WIDTH / 2).toBeLessThanOrEqual(DIAGRAM_WIDTH);
      expect(y - NODE_HEIGHT / 2).toBeGreaterThanOrEqual(0);
      expect(y + NODE_HEIGHT / 2).toBeLessThanOrEqual(DIAGRAM_HEIGHT);
    }
    for (const [a, b] of PAIRS) expect(inside(centreOf(a), centreOf(b), NODE_WIDTH / 2 - 1)).toBe(false);
  });

  it.each(PAIRS)('an arrow from %s to %s starts outside the one and ends outside the other', (from, to) => {
    const path = arrowPath(from, to);
    expect(path).not.toMatch(/NaN|Infinity/);
    const [start, , tip] = shapeOf(path);
    for (const [point, phase] of [
      [start, from],
      [tip, to],
    ] as const) {
      expect(inside(point, centreOf(phase), 0)).toBe(false);
      expect(inside(point, centreOf(phase), 3)).toBe(true);
    }
  });

  it.each(ARROWS)('the way from %s to %s runs through no other phase', (from, to) => {
    const shape = shapeOf(arrowPath(from, to));
    for (const other of PHASES.filter(phase => phase !== from && phase !== to)) {
      for (let t = 0; t <= 1; t += 0.02) expect(inside(pointOn(shape, t), centreOf(other), -4)).toBe(false);
    }
  });
});
