/** Draws icons with plain DOM calls, for parts outside the panel. Icons inside the panel are in ui/kit/Icon.tsx. */

/** Draws an icon on a 24 × 24 grid. Creates nodes, because Trusted Types may forbid markup in strings. */
export function drawing(path: string): SVGElement {
  const make = (name: string): SVGElement => document.createElementNS('http://www.w3.org/2000/svg', name);
  const svg = make('svg');
  const line = make('path');
  svg.setAttribute('viewBox', '0 0 24 24');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
}
