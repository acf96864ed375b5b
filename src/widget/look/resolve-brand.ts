/**
 * Finds the brand colour: the page's `--natter-brand`, the setting, or Natter's default. The browser resolves it, so it may be any CSS colour, such
 * as a name, oklch(), a variable of the page or light-dark(). brand-shades.ts calculates the shades.
 */

import type { Light } from './brand-shades.ts';

const OURS = '#2456c7';

/**
 * Returns the brand colour in a light and in a dark colour scheme. Drops transparency, and clips colours outside sRGB. Returns black if the
 * variable is not a colour.
 */
export function resolveBrand(root: ShadowRoot, color: string): Light[] {
  const probes = ['light', 'dark'].map(scheme => {
    const probe = root.appendChild(document.createElement('i'));
    // Mixes the colour with nothing, because this converts any notation to linear light. `forced-color-adjust` keeps system colours from replacing
    // it.
    const mix = `color-mix(in srgb-linear,var(--natter-brand,${color || OURS}),#0000 0%)`;
    probe.style.cssText = `forced-color-adjust:none;color-scheme:${scheme};color:${mix}`;
    return probe;
  });
  // Attaches both probes before reading the first, because each reading applies all pending style changes.
  return probes.map(probe => {
    const [, ...parts] = getComputedStyle(probe).color.split(' ');
    probe.remove();
    // Clamps above 0, because shades are calculated by multiplication.
    return [0, 1, 2].map(place => Math.min(1, Math.max(0.0001, Number.parseFloat(parts[place] ?? '') || 0)));
  });
}
