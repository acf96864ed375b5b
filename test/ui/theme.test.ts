/** Brand colours: every one must stay readable. The ratio is computed here a second time, from the WCAG's text. */

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brandVariables } from '../../src/widget/theme.ts';

type Mode = 'light' | 'dark';

/** The two colours of a `light-dark()`, or one colour twice, each as the `#rrggbb` that a screen shows. */
function shades(value = ''): Record<Mode, string> {
  const colors = value.match(/#[\da-f]+|color\([^)]+\)/g) ?? [];
  const [light = '', dark = light] = colors.map(color => (color.startsWith('#') ? color : shown(color)));
  return { light, dark };
}

function shown(color: string): string {
  const parts = /^color\(srgb-linear ([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(color)?.slice(1).map(Number) ?? [];
  return hex(parts.map(part => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055) * 255));
}

const hex = (parts: readonly number[]): string =>
  `#${parts.map(part => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

const bytes = (color: string): readonly number[] => {
  const [r = '', g = '', b = ''] = color.slice(1).match(color.length < 6 ? /./g : /../g) ?? [];
  return [r, g, b].map(part => Number.parseInt(part.padEnd(2, part), 16));
};

function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = bytes(color).map(byte => {
    const value = byte / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function ratio(a: string | undefined, b: string | undefined): number {
  const [low = 0, high = 0] = [luminance(a ?? ''), luminance(b ?? '')].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

const css = readFileSync(`${import.meta.dirname}/../../src/ui/tokens.css`, 'utf8');

/** The first and the third neutral of tokens.css. */
const SURFACES = { light: ['#ffffff', '#f2f3f5'], dark: ['#15171b', '#24272c'] } as const;

/** The tint as tokens.css mixes it: so much of the focus ring's colour into the panel's. */
function tint(focus: string, mode: Mode): string {
  const [light, dark] = [...css.matchAll(/color-mix\(in srgb, var\(--focus\) (\d+)%, var\(--n1\)\)/g)].map(
    found => found[1],
  );
  const share = Number(mode === 'light' ? light : dark) / 100;
  const panel = bytes(SURFACES[mode][0]);
  return hex(bytes(focus).map((part, place) => part * share + (panel[place] ?? 0) * (1 - share)));
}

const anyColor = fc.integer({ min: 0, max: 0xffffff }).map(value => `#${value.toString(16).padStart(6, '0')}`);
const named = ['#fff', '#000', '#808080', '#ff0', '#f00', '#0f0', '#00f', '#2456c7', '#e8590c', '#767676', '#777777'];

describe('brand', () => {
  it.each(['light', 'dark'] as const)('[U97] keeps every pair readable, for any colour: %s', mode => {
    const check = (color: string): void => {
      const made = brandVariables(color);
      const get = (name: string): string => shades(made?.[`--natter-${name}`])[mode];
      for (const shade of ['brand', 'brand-hover', 'brand-pressed']) {
        expect(ratio(get('on-brand'), get(shade)), `${color} on ${shade}`).toBeGreaterThanOrEqual(4.5);
      }
      for (const back of [...SURFACES[mode], tint(get('focus'), mode)]) {
        expect(ratio(get('brand-text'), back), `${color} as text on ${back}`).toBeGreaterThanOrEqual(4.5);
      }
      for (const back of SURFACES[mode])
        expect(ratio(get('focus'), back), `${color} as ring`).toBeGreaterThanOrEqual(3);
      expect(ratio(get('brand-edge'), SURFACES[mode][0]), `${color} as edge`).toBeGreaterThanOrEqual(1.35);
    };
    for (const color of named) check(color);
    fc.assert(fc.property(anyColor, check), { numRuns: 1000 });
  });

  it('[U97] keeps the brand as it is where white text suits it on light', () => {
    const made = brandVariables('#2456c7') ?? {};
    expect(shades(made['--natter-brand']).light).toBe('#2456c7');
    expect(made['--natter-on-brand']).toContain('light-dark(#fff,');
  });

  it('[U98] understands every form of hex and nothing else', () => {
    expect(brandVariables('#abc')).toEqual(brandVariables('#AABBCC'));
    expect(brandVariables(' #aabbcc80 ')).toEqual(brandVariables('#abc8'));
    for (const wrong of ['', 'red', '#12', '#12345', '#gggggg', 'rgb(1,2,3)', '#1234567'])
      expect(brandVariables(wrong)).toBeNull();
  });

  it('[U98] is what the style sheet falls back to', () => {
    const made = Object.entries(brandVariables('#2456c7') ?? {});
    expect(made.length).toBeGreaterThan(0);
    for (const [name, value] of made) {
      const fallback = new RegExp(`var\\(${name}, (.+)\\)`).exec(css)?.[1];
      expect(fallback, name).toBeTruthy();
      // Where it is another variable, that one's is looked at.
      if (!fallback?.startsWith('var')) expect(shades(fallback), name).toEqual(shades(value));
    }
  });
});
