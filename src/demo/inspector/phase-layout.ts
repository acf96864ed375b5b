/** Layout of the phase diagram: positions of the phases, paths of the arrows. phase-diagram.ts draws it. */

import type { PhaseName } from '../../entries/index.ts';

export const DIAGRAM_WIDTH = 346;
export const DIAGRAM_HEIGHT = 132;
export const NODE_WIDTH = 74;
export const NODE_HEIGHT = 28;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Column and row of each phase. The usual path runs to the right in the first row and back in the second; `waiting` and `failed` are below. */
const CELLS: Readonly<Record<PhaseName, readonly [column: number, row: number]>> = {
  idle: [0, 0],
  authorizing: [1, 0],
  creating: [2, 0],
  connecting: [3, 0],
  replaying: [3, 1],
  joining: [2, 1],
  active: [1, 1],
  ended: [0, 1],
  failed: [0, 2],
  waiting: [2.5, 2],
};

export const PHASES = Object.keys(CELLS) as readonly PhaseName[];

/** Arrows that are always drawn; the others appear on first use. */
export const ARROWS: readonly (readonly [PhaseName, PhaseName])[] = [
  ['idle', 'authorizing'],
  ['authorizing', 'creating'],
  ['creating', 'connecting'],
  ['connecting', 'replaying'],
  ['replaying', 'joining'],
  ['joining', 'active'],
  ['active', 'ended'],
  ['active', 'waiting'],
  ['waiting', 'connecting'],
  ['waiting', 'failed'],
];

const COLUMN = (DIAGRAM_WIDTH - NODE_WIDTH - 4) / 3;
const ROW = (DIAGRAM_HEIGHT - NODE_HEIGHT - 4) / 2;
/** Sideways offset, in pixels, of an arrow that must bend around other phases. */
const SWING = 36;
/** Control points of arrows that have to pass through a gap. */
const BENDS: Readonly<Record<string, readonly [column: number, row: number]>> = { 'waiting connecting': [2.36, 0.4] };
const HEAD = 5;
/** Gap between an arrow's tip and its phase. */
const GAP = 2;

export function centreOf(phase: PhaseName): Point {
  return pointAt(CELLS[phase]);
}

function pointAt([column, row]: readonly [number, number]): Point {
  return { x: 2 + NODE_WIDTH / 2 + column * COLUMN, y: 2 + NODE_HEIGHT / 2 + row * ROW };
}

/** Returns an arrow as the `d` of a path: a line or a curve from border to border, and its head. */
export function arrowPath(from: PhaseName, to: PhaseName): string {
  const [start, end] = [centreOf(from), centreOf(to)];
  const known = BENDS[`${from} ${to}`];
  const bend = known ? pointAt(known) : bendBetween(start, end, isArrowClear(from, to) ? 0 : SWING);
  const tail = onBorder(start, bend);
  const tip = onBorder(end, bend);
  const angle = Math.atan2(tip.y - bend.y, tip.x - bend.x);
  const side = (turn: number) =>
    `${round(tip.x - HEAD * Math.cos(angle + turn))} ${round(tip.y - HEAD * Math.sin(angle + turn))}`;
  return (
    `M${round(tail.x)} ${round(tail.y)}Q${round(bend.x)} ${round(bend.y)} ${round(tip.x)} ${round(tip.y)}` +
    `M${side(0.5)}L${round(tip.x)} ${round(tip.y)}L${side(-0.5)}`
  );
}

/** Returns true if a straight arrow crosses no other phase: between neighbours, across rows and columns, and in the last row. */
function isArrowClear(from: PhaseName, to: PhaseName): boolean {
  const [a, b] = [CELLS[from], CELLS[to]];
  const [columns, rows] = [Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1])];
  return (columns > 0 && rows > 0) || columns === 1 || rows === 1 || a[1] === 2;
}

/** Returns the control point: half-way, moved aside by `swing`. */
function bendBetween(start: Point, end: Point, swing: number): Point {
  const length = Math.hypot(end.x - start.x, end.y - start.y) || 1;
  return {
    x: (start.x + end.x) / 2 + ((end.y - start.y) / length) * swing,
    y: (start.y + end.y) / 2 - ((end.x - start.x) / length) * swing,
  };
}

/** Returns the point just outside the border of a phase, on the line from its centre towards a point. */
function onBorder(centre: Point, towards: Point): Point {
  const [dx, dy] = [towards.x - centre.x, towards.y - centre.y];
  const reach = (half: number, distance: number) => (distance === 0 ? Number.POSITIVE_INFINITY : half / distance);
  const share = Math.min(
    reach(NODE_WIDTH / 2 + GAP, Math.abs(dx)),
    reach(NODE_HEIGHT / 2 + GAP, Math.abs(dy)),
    Number.MAX_SAFE_INTEGER,
  );
  return { x: centre.x + dx * share, y: centre.y + dy * share };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
