/**
 * Finds the brand's colour: the page's `--natter-brand`, else the setting, else ours. The browser resolves it, so it may be anything that
 * CSS calls a colour: a name, hsl(), oklch(), color-mix(), a variable of the page, light-dark(). brand-shades.ts makes the shades.
 */

import type { Light } from './brand-shades.ts';

const OURS = '#2456c7';

/**
 * Returns the brand under a light and under a dark scheme. Transparency is dropped, and colours outside of sRGB are clipped. A variable without a
 * colour resolves to black.
 */
export function resolveBrand(root: ShadowRoot, color: string): Light[] {
  const probes = ['light', 'dark'].map(scheme => {
    const probe = root.appendChild(document.createElement('i'));
    // Mixed with nothing, which converts every notation to linear light. In forced colours a plain colour would be replaced by the
    // system's.
    const mix = `color-mix(in srgb-linear,var(--natter-brand,${color || OURS}),#0000 0%)`;
    probe.style.cssText = `forced-color-adjust:none;color-scheme:${scheme};color:${mix}`;
    return probe;
  });
  // Attaches both probes before the first is read, because reading applies all pending style changes.
  return probes.map(probe => {
    const [, ...parts] = getComputedStyle(probe).color.split(' ');
    probe.remove();
    // Clamps above 0: shades are products.
    return [0, 1, 2].map(place => Math.min(1, Math.max(0.0001, Number.parseFloat(parts[place] ?? '') || 0)));
  });
}
