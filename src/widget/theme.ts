/**
 * One brand colour in, every shade that the interface needs out, for light and for dark: pure maths, no DOM. The neutral
 * colours and where each shade is used are ui/styles.css.
 *
 * What holds for every colour: text on the brand, hovered and pressed too, has 4.5:1 · brand-coloured text has 4.5:1 on the
 * surfaces and on the tint · the focus ring has 3:1 against the surfaces.
 */

type Rgb = readonly [number, number, number];

interface Mode {
  readonly suffix: string;
  /** The two surfaces farthest apart on which brand-coloured text and focus rings stand; they are n1 and n3 of ui/styles.css. */
  readonly surfaces: readonly [Rgb, Rgb];
  /** Share of the brand in the tint. */
  readonly tint: number;
  /** Least contrast between brand and surface: on light, any brand keeps its own shade and the edge helps; on dark, it is lifted. */
  readonly lift: number;
  /** Direction, in oklch lightness, that leads away from the surface. */
  readonly away: 1 | -1;
}

const WHITE: Rgb = [1, 1, 1];
const INK: Rgb = [0.06, 0.07, 0.09];
const LIGHT: Mode = { suffix: '', surfaces: [WHITE, [0.949, 0.953, 0.961]], tint: 0.08, lift: 1, away: -1 };
const DARK: Mode = {
  suffix: '-dark',
  surfaces: [
    [0.082, 0.09, 0.106],
    [0.141, 0.153, 0.173],
  ],
  tint: 0.16,
  lift: 2.6,
  away: 1,
};

/** White text needs 4.5:1. From here up the brand is darkened until white has it; below, dark text suits the brand better. */
const NEARLY_WHITE_TEXT = 3.2;

/**
 * Custom properties for one brand colour, written as `#rgb` or `#rrggbb` (with an alpha part, which is ignored); null for what is
 * no such colour. Names: `--natter-brand`, `-hover`, `-pressed`, `-tint`, `-text`, `-edge`, `--natter-on-brand`, `--natter-focus`,
 * and all of them again with `-dark` at the end.
 */
export function brandVariables(color: string): Record<string, string> | null {
  const brand = parseHex(color);
  if (!brand) return null;
  return { ...shades(brand, LIGHT), ...shades(brand, DARK) };
}

function shades(given: Rgb, { suffix, surfaces, tint, lift, away }: Mode): Record<string, string> {
  const surface = surfaces[0];
  const lifted = towards(given, away, shade => contrast(shade, surface) >= lift);
  const white = contrast(lifted, WHITE) >= NEARLY_WHITE_TEXT;
  const brand = white ? towards(lifted, -1, shade => contrast(shade, WHITE) >= 4.55) : lifted;
  // Shades move away from the colour of the text on them, except where there is no room left.
  const step = lightness(brand) > (white ? 0.25 : 0.9) ? -0.04 : 0.04;
  const ring = towards(given, away, shade => surfaces.every(back => contrast(shade, back) >= 3.1));
  // From the ring's shade, because the tint of a brand that is nearly the surface's colour would not be seen.
  const tinted = mix(ring, surface, tint);
  const text = towards(given, away, shade => [...surfaces, tinted].every(back => contrast(shade, back) >= 4.55));
  const edge = contrast(brand, surface) < 1.35 ? mix(INK, brand, 0.2) : brand;
  return {
    [`--natter-brand${suffix}`]: hex(brand),
    [`--natter-brand-hover${suffix}`]: hex(shifted(brand, step)),
    [`--natter-brand-pressed${suffix}`]: hex(shifted(brand, 2 * step)),
    [`--natter-brand-tint${suffix}`]: hex(tinted),
    [`--natter-brand-text${suffix}`]: hex(text),
    [`--natter-brand-edge${suffix}`]: hex(edge),
    [`--natter-on-brand${suffix}`]: hex(white ? WHITE : INK),
    [`--natter-focus${suffix}`]: hex(ring),
  };
}

/** The nearest shade, lighter or darker as `away` says, that is good enough; the last one before black or white otherwise. */
function towards(color: Rgb, away: 1 | -1, goodEnough: (shade: Rgb) => boolean): Rgb {
  let shade = color;
  for (let moved = 0.01; moved <= 1 && !goodEnough(shade); moved += 0.01) shade = shifted(color, away * moved);
  return shade;
}

/** Ratio of WCAG 2, from 1 to 21. */
function contrast(a: Rgb, b: Rgb): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

function luminance(color: Rgb): number {
  const [r, g, b] = color.map(linear) as unknown as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const linear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const gamma = (value: number): number => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);
const mix = (a: Rgb, b: Rgb, share: number) =>
  a.map((value, i) => value * share + (b[i] ?? 0) * (1 - share)) as unknown as Rgb;

// ---------------------------------------------------------------- oklab (Björn Ottosson's matrices)

function toOklab(color: Rgb): Rgb {
  const [r, g, b] = color.map(linear) as unknown as Rgb;
  const l = Math.cbrt(0.41222 * r + 0.53633 * g + 0.05145 * b);
  const m = Math.cbrt(0.2119 * r + 0.6807 * g + 0.1074 * b);
  const s = Math.cbrt(0.0883 * r + 0.28172 * g + 0.62998 * b);
  return [
    0.21045 * l + 0.79362 * m - 0.00407 * s,
    1.978 * l - 2.42859 * m + 0.45059 * s,
    0.0259 * l + 0.78277 * m - 0.80868 * s,
  ];
}

function fromOklab([lightness, a, b]: Rgb): Rgb {
  const l = (lightness + 0.39634 * a + 0.2158 * b) ** 3;
  const m = (lightness - 0.10556 * a - 0.06385 * b) ** 3;
  const s = (lightness - 0.08948 * a - 1.29149 * b) ** 3;
  return [
    gamma(4.07674 * l - 3.30771 * m + 0.23097 * s),
    gamma(-1.26844 * l + 2.60976 * m - 0.34132 * s),
    gamma(-0.0042 * l - 0.70342 * m + 1.70761 * s),
  ];
}

const lightness = (color: Rgb): number => toOklab(color)[0];

/** The colour with another lightness: same hue, and as much of its chroma as sRGB has room for. */
function shifted(color: Rgb, by: number): Rgb {
  const [l, a, b] = toOklab(color);
  const target = Math.min(1, Math.max(0, l + by));
  let shade: Rgb = color;
  for (let chroma = 1; chroma > 0; chroma -= 0.05) {
    shade = fromOklab([target, a * chroma, b * chroma]);
    if (shade.every(value => value >= -0.002 && value <= 1.002)) return shade;
  }
  return fromOklab([target, 0, 0]);
}

// ---------------------------------------------------------------- hex

function parseHex(text: string): Rgb | null {
  const digits = /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.exec(text.trim())?.[1];
  if (!digits) return null;
  const width = digits.length < 6 ? 1 : 2;
  return [0, 1, 2].map(i => {
    const part = digits.slice(i * width, (i + 1) * width);
    return Number.parseInt(part.length === 1 ? part + part : part, 16) / 255;
  }) as unknown as Rgb;
}

function hex(color: Rgb): string {
  return `#${color
    .map(value =>
      Math.round(Math.min(1, Math.max(0, value)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}
