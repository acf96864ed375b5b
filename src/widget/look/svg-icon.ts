/** Signs in plain DOM, for what stands beside the panel. Those inside it are ui/Icon.tsx. */

/** A sign on a grid of 24, made of nodes because the page may forbid markup in strings. */
export function drawing(path: string): SVGElement {
  const make = (name: string): SVGElement => document.createElementNS('http://www.w3.org/2000/svg', name);
  const svg = make('svg');
  const line = make('path');
  svg.setAttribute('viewBox', '0 0 24 24');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
}
