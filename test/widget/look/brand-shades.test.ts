// @vitest-environment node

/**
 * Contrast of colours: whatever the brand is, text and icons must stay readable. The ratio is computed here a second time, from the text of
 * WCAG. For colours that are not hex see e2e/theming.spec.ts.
 */

import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brandRules } from '../../../src/widget/look/brand-shades.ts';

type Mode = 'light' | 'dark';

const MODES = ['light', 'dark'] as const;

const read = (name: string): string => readFileSync(`${import.meta.dirname}/../../../src/${name}`, 'utf8');

const SHEETS = ['ui', 'widget'].flatMap(room =>
  readdirSync(`${import.meta.dirname}/../../../src/${room}`, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.css'))
    .map(name => `${room}/${name}`),
);

it('no line height is in pixels: lines grow with the minimum font size of the browser', () => {
  expect(SHEETS.length).toBeGreaterThan(10);
  for (const sheet of SHEETS) expect(read(sheet), sheet).not.toMatch(/line-height:[^;]*px|px\s*\/\s*[\d.]+px/);
});

it('every variable has a prefix that pages do not use', () => {
  const names = SHEETS.map(read)
    .concat(brandRules([[0.5, 0.5, 0.5]]))
    .flatMap(sheet => sheet.match(/(?<![\w-])--\w[\w-]*/g) ?? []);
  expect(names.length).toBeGreaterThan(200);
  expect(names.filter(name => !/^--n(?:atter)?-/.test(name))).toEqual([]);
});

it('no rule has :has() on the panel, the transcript or a message, because everything in it would be matched again with each change', () => {
  const asking = SHEETS.flatMap(sheet => read(sheet).match(/^[^@{}/]*:has\((?![+~])[^{]*/gm) ?? []).join(' ');
  expect(asking).toContain('.author:not(:has(');
  expect(asking).not.toMatch(
    /\.(?:root|panel|inline|floating|fullscreen|log|items|page|row|message|agent|live|bubble-column|bubble|text):/,
  );
});

const css = read('ui/styles/tokens.css') + read('ui/styles/messages.css');

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

const linear = (color: string): readonly number[] =>
  bytes(color).map(byte => {
    const value = byte / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });

function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = linear(color);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The lightness in CSS's lab(), whose white is D50. */
function labLightness(color: string): number {
  const [r = 0, g = 0, b = 0] = linear(color);
  const level = 0.2225045 * r + 0.7168786 * g + 0.0606169 * b;
  return level > 216 / 24389 ? 116 * Math.cbrt(level) - 16 : (level * 24389) / 27;
}

function ratio(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

/** The lightness in oklch. */
function lightness(color: string): number {
  const [r = 0, g = 0, b = 0] = linear(color);
  const [l, m, s] = [
    Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b),
    Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b),
    Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b),
  ];
  return 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
}

/** The value of a variable in tokens.css or another sheet. */
function token(name: string, mode: Mode, sheet = css): string {
  const value = new RegExp(`--n-${name}: (light-dark\\([^;]+\\));`).exec(sheet)?.[1];
  if (!value) throw new Error(`There is no --n-${name}.`);
  return shades(value)[mode];
}

/** The tint as tokens.css mixes it: a share of the focus colour with the panel's. */
function tint(focus: string, mode: Mode): string {
  const [light, dark] = [...css.matchAll(/color-mix\(in srgb, var\(--n-focus\) (\d+)%, var\(--n-1\)\)/g)].map(
    found => found[1],
  );
  const share = Number(mode === 'light' ? light : dark) / 100;
  const panel = bytes(token('1', mode));
  return hex(bytes(focus).map((part, place) => part * share + (panel[place] ?? 0) * (1 - share)));
}

const rulesFor = (color: string): string => {
  const light = linear(color).map(part => Math.max(0.0001, part));
  return brandRules([light, light]);
};

/** The brand's shades for one colour, by name. */
function brandOf(color: string): (name: string, mode: Mode) => string {
  const rules = rulesFor(color);
  return (name, mode) => shades(new RegExp(`--n-${name}:([^;}]+)`).exec(rules)?.[1])[mode];
}

const byte = (from = 0, to = 255) => fc.integer({ min: from, max: to });
const rgb = (part: fc.Arbitrary<number>) => fc.tuple(part, part, part).map(hex);
/** Any colour; pastel; nearly black; neon, whose channels are at their limits; grey. */
const anyColor = fc.oneof(
  rgb(byte()),
  rgb(byte(190)),
  rgb(byte(0, 40)),
  rgb(fc.constantFrom(0, 10, 245, 255)),
  byte().map(part => hex([part, part, part])),
);
const NAMED = ['#fff', '#000', '#808080', '#ff0', '#f00', '#0f0', '#00f', '#0ff', '#f0f', '#39ff14', '#ffd1dc'];
const OURS = ['#2456c7', '#e8590c', '#767676', '#777777', '#0b5d4d', '#ff00ff', '#fefefe', '#010101'];
const SEEDED = { numRuns: 1000, seed: 20_260_401 };

describe('brand', () => {
  it.each(MODES)('every pair is readable with any colour: %s', mode => {
    const check = (color: string): void => {
      const brand = brandOf(color);
      const get = (name: string): string => brand(name, mode);
      const apart = (front: string, back: string, least: number, what: string): void =>
        expect(ratio(front, back), `${color}: ${what} on ${back}`).toBeGreaterThanOrEqual(least);
      // Text, icons, and the focus ring inside of the visitor's bubble.
      for (const shade of ['brand', 'brand-hover', 'brand-pressed']) apart(get('on-brand'), get(shade), 4.5, shade);
      const surfaces = ['1', '2', '3', '4'].map(name => token(name, mode));
      const tinted = tint(get('focus'), mode);
      for (const back of [...surfaces, tinted]) apart(get('brand-text'), back, 4.5, 'text');
      for (const back of surfaces) apart(get('focus'), back, 3, 'ring');
      apart(get('brand-edge'), token('1', mode), 1.35, 'edge');
    };
    for (const color of [...NAMED, ...OURS]) check(color);
    fc.assert(fc.property(anyColor, check), SEEDED);
  });

  it('the brand stays unchanged in light mode if white text is readable on it', () => {
    for (const color of ['#2456c7', '#0b5d4d', '#7a0019']) {
      expect(brandOf(color)('brand', 'light')).toBe(color);
      expect(brandOf(color)('on-brand', 'light')).toBe('#fff');
    }
    expect(brandOf('#ffee00')('brand', 'light')).toBe('#ffee00');
    expect(brandOf('#ffee00')('on-brand', 'light')).not.toBe('#fff');
  });

  it('the visitor’s bubbles are dark if the brand cannot be distinguished from the panel', () => {
    for (const color of ['#fff', '#fefefe', '#eee']) {
      expect(ratio(brandOf(color)('brand', 'light'), token('1', 'light')), color).toBeGreaterThan(10);
    }
    for (const color of ['#000', '#111']) {
      expect(ratio(brandOf(color)('brand', 'dark'), token('1', 'dark')), color).toBeGreaterThan(10);
    }
    expect(brandOf('#fff8d6')('brand', 'light')).toBe('#fff8d6');
  });

  it.each(MODES)('a focused field does not look like an invalid one: %s', mode => {
    for (const color of ['#e60000', '#c8102e', '#d62828']) {
      const [r = 0, g = 0, b = 0] = bytes(brandOf(color)('field-ring', mode));
      expect(Math.max(r, g, b) - Math.min(r, g, b), color).toBeLessThan(3);
      expect(ratio(brandOf(color)('field-ring', mode), token('1', mode)), color).toBeGreaterThanOrEqual(3);
    }
    for (const color of ['#2456c7', '#ffd54f', '#c2185b']) {
      expect(brandOf(color)('field-ring', mode), color).toBe(brandOf(color)('focus', mode));
    }
  });

  it.each(MODES)('a control does not look disabled with a brand that has no hue: %s', mode => {
    for (const color of ['#000', '#111', '#222', '#808080', '#eee', '#fff']) {
      const text = brandOf(color)('brand-text', mode);
      for (const back of ['1', '3']) expect(ratio(text, token(back, mode)), color).toBeGreaterThanOrEqual(10);
    }
    // A brand with a hue keeps it.
    for (const color of ['#2456c7', '#c2185b', '#0b5d4d', '#ffd54f']) {
      const [r = 0, g = 0, b = 0] = bytes(brandOf(color)('brand-text', mode));
      expect(Math.max(r, g, b) - Math.min(r, g, b), color).toBeGreaterThan(60);
    }
  });

  it('the page may override every shade except the brand itself', () => {
    const rule = brandRules([[0.1, 0.2, 0.3]]);
    const names = [...rule.matchAll(/--n-([\w-]+):(var\(--natter-\1,)?/g)];
    expect(names.filter(each => !each[2]).map(each => each[1])).toEqual(['brand']);
    expect(names.length).toBeGreaterThan(5);
  });

  it('the icon on the launcher has 3:1 on any colour, before and after the panel has loaded', () => {
    const black = Number(
      /lab\(from .* calc\(\(([\d.]+) - l\) \* 999\) 0 0\)/.exec(read('widget/launcher/launcher.css'))?.[1],
    );
    const check = (color: string): void => {
      expect(ratio(labLightness(color) > black ? '#000' : '#fff', color), color).toBeGreaterThanOrEqual(3);
      const [, back, sign] =
        /button\.launcher\{background:([^}]+)\}[^{]+svg[^{]+\{color:([^}]+)/.exec(rulesFor(color)) ?? [];
      expect(shades(back).light).toBe(color.length < 6 ? hex(bytes(color)) : color);
      expect(ratio(sign ?? '', color), color).toBeGreaterThanOrEqual(3);
    };
    for (const color of [...NAMED, ...OURS].filter(each => luminance(each) > 0)) check(color);
    fc.assert(
      fc.property(
        anyColor.filter(each => luminance(each) > 0.001),
        check,
      ),
      SEEDED,
    );
  });
});

describe('the rest of the palette', () => {
  const GREYS = ['1', '2', '3', '4', '5', '6', '7', '9', '10', '12'];
  /** Foreground, backgrounds, and the least contrast between them. */
  const PAIRS: readonly (readonly [front: string, backs: readonly string[], least: number])[] = [
    ['12', ['1', '2', '3', '4', 'error-tint', 'warning-tint'], 10],
    ['10', ['1', '2', '3', '4', 'error-tint', 'warning-tint'], 4.5],
    ['error', ['1', '2', '3', 'error-tint'], 4.5],
    ['warning', ['1', 'warning-tint'], 4.5],
    // The dots of the typing indicator, and disabled controls.
    ['9', ['1', '2', '3', '4'], 3],
  ];

  it.each(MODES)('text and icons keep their contrast: %s', mode => {
    for (const [front, backs, least] of PAIRS) {
      for (const back of backs)
        expect(ratio(token(front, mode), token(back, mode)), `${front} on ${back}`).toBeGreaterThanOrEqual(least);
    }
  });

  it.each(MODES)(
    'a reader who asks for more contrast reads secondary text at 7:1, and sees edges at 4.5:1: %s',
    mode => {
      const more = read('ui/styles/high-contrast.css');
      const surfaces = ['1', '2', '3', '4', 'error-tint', 'warning-tint'].map(name => token(name, mode));
      for (const back of surfaces) {
        expect(ratio(token('10', mode, more), back), back).toBeGreaterThanOrEqual(7);
        expect(ratio(token('9', mode, more), back), back).toBeGreaterThanOrEqual(4.5);
      }
    },
  );

  it('the greys are one ramp, which only goes darker on light, and lighter on dark', () => {
    for (const mode of MODES) {
      const levels = GREYS.map(name => lightness(token(name, mode)));
      expect([...levels].sort((a, b) => (mode === 'light' ? b - a : a - b))).toEqual(levels);
    }
  });

  it('the number on the launcher is readable', () => {
    const badge = /\.unread \{[^}]*background: (#\w+)[^}]*\bcolor: (#\w+)/.exec(
      read('widget/launcher/launcher-badge.css'),
    );
    expect(ratio(badge?.[1] ?? '#000', badge?.[2] ?? '#000')).toBeGreaterThanOrEqual(4.5);
  });
});
