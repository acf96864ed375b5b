/** Brand colours: every one must stay readable. The ratio is computed here a second time, from the WCAG's text. */

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brandVariables } from '../../src/widget/theme.ts';

function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map(at => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function ratio(a: string | undefined, b: string | undefined): number {
  const [low = 0, high = 0] = [luminance(a ?? ''), luminance(b ?? '')].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

/** The first and the third neutral of tokens.css and dark.css. */
const SURFACES = { '': ['#ffffff', '#f2f3f5'], '-dark': ['#15171b', '#24272c'] } as const;

const anyColor = fc.integer({ min: 0, max: 0xffffff }).map(value => `#${value.toString(16).padStart(6, '0')}`);
const named = ['#fff', '#000', '#808080', '#ff0', '#f00', '#0f0', '#00f', '#2456c7', '#e8590c', '#767676', '#777777'];

describe('brand', () => {
  it.each(['', '-dark'] as const)('[U97] keeps every pair readable, for any colour%s', mode => {
    const check = (color: string): void => {
      const made = brandVariables(color);
      const get = (name: string): string | undefined => made?.[`--natter-${name}${mode}`];
      for (const shade of ['brand', 'brand-hover', 'brand-pressed']) {
        expect(ratio(get('on-brand'), get(shade)), `${color} on ${shade}`).toBeGreaterThanOrEqual(4.5);
      }
      for (const back of [...SURFACES[mode], get('brand-tint')]) {
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
    expect(brandVariables('#2456c7')).toMatchObject({ '--natter-brand': '#2456c7', '--natter-on-brand': '#ffffff' });
  });

  it('[U98] understands every form of hex and nothing else', () => {
    expect(brandVariables('#abc')).toEqual(brandVariables('#AABBCC'));
    expect(brandVariables(' #aabbcc80 ')).toEqual(brandVariables('#abc8'));
    for (const wrong of ['', 'red', '#12', '#12345', '#gggggg', 'rgb(1,2,3)', '#1234567'])
      expect(brandVariables(wrong)).toBeNull();
  });

  it('[U98] is what the style sheet falls back to', () => {
    const css = ['tokens', 'dark']
      .map(name => readFileSync(`${import.meta.dirname}/../../src/ui/${name}.css`, 'utf8'))
      .join('\n');
    const made = brandVariables('#2456c7') ?? {};
    for (const [name, value] of Object.entries(made)) {
      const fallback = new RegExp(`var\\(${name}, (#\\w+)\\)`).exec(css)?.[1];
      if (fallback?.length === 4) expect(value).toBe('#ffffff');
      else if (fallback) expect(value, name).toBe(fallback);
      expect(css).toContain(`var(${name},`);
    }
  });
});
