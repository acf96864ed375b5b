/** A diagram of the conversation's phases. It highlights the current phase and, for a moment, the latest transition. */

import type { PhaseName } from '../../entries/index.ts';
import { svg } from '../page/elements.ts';
import {
  ARROWS,
  arrowPath,
  centreOf,
  DIAGRAM_HEIGHT,
  DIAGRAM_WIDTH,
  NODE_HEIGHT,
  NODE_WIDTH,
  PHASES,
} from './phase-layout.ts';

const HIGHLIGHT_MS = 1600;

export interface PhaseDiagram {
  readonly element: SVGSVGElement;
  show(phase: PhaseName): void;
}

export function createPhaseDiagram(): PhaseDiagram {
  const ways = svg('g', { class: 'arrows' });
  const paths = new Map<string, SVGPathElement>();
  const nodes = new Map(PHASES.map(phase => [phase, phaseNode(phase)]));
  const element = svg(
    'svg',
    { class: 'phases', viewBox: `0 0 ${DIAGRAM_WIDTH} ${DIAGRAM_HEIGHT}`, role: 'img' },
    ways,
    ...nodes.values(),
  );
  const clocks = new Map<string, ReturnType<typeof setTimeout>>();
  let current: PhaseName | undefined;
  for (const [from, to] of ARROWS) pathFor(from, to, 'arrow');

  /** Returns an arrow, which is added on first use: all possible arrows together would be unreadable. */
  function pathFor(from: PhaseName, to: PhaseName, className: string): SVGPathElement {
    const name = `${from} ${to}`;
    const path = paths.get(name) ?? svg('path', { class: className, d: arrowPath(from, to) });
    if (!paths.has(name)) ways.append(path);
    paths.set(name, path);
    return path;
  }

  function highlight(from: PhaseName, to: PhaseName): void {
    const name = `${from} ${to}`;
    const path = pathFor(from, to, 'arrow rare');
    path.classList.add('active');
    clearTimeout(clocks.get(name));
    clocks.set(
      name,
      setTimeout(() => path.classList.remove('active'), HIGHLIGHT_MS),
    );
  }

  function show(phase: PhaseName): void {
    if (phase === current) return;
    if (current) {
      nodes.get(current)?.classList.remove('current');
      highlight(current, phase);
    }
    nodes.get(phase)?.classList.add('current');
    current = phase;
    element.setAttribute('aria-label', `Phase of the conversation: ${phase}`);
  }
  show('idle');
  return { element, show };
}

function phaseNode(phase: PhaseName): SVGGElement {
  const { x, y } = centreOf(phase);
  return svg(
    'g',
    { class: `phase ${phase}`, 'data-phase': phase },
    svg('rect', { x: x - NODE_WIDTH / 2, y: y - NODE_HEIGHT / 2, width: NODE_WIDTH, height: NODE_HEIGHT, rx: 8 }),
    svg('text', { x, y: y + 0.5, 'text-anchor': 'middle', 'dominant-baseline': 'central' }, phase),
  );
}
