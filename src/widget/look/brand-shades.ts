/**
 * Calculates all shades of the brand colour, for light and for dark, without the DOM. resolve-brand.ts finds the brand colour. ui/styles/tokens.css
 * has the neutral colours and the tint, and uses the shades.
 *
 * Guarantees for every colour: text on the brand has a contrast of 4.5:1, even hovered and pressed. Brand-coloured text has 4.5:1 on the surfaces,
 * on every bubble and on the tint. The focus ring has 3:1 against all of these; on the brand, the ring has the colour of the text there.
 *
 * Against a known surface, a contrast ratio of WCAG 2 is a limit for the luminance. In linear light, one multiplication gives a colour any
 * luminance. All shades can therefore be computed directly, without a search.
 */

/** Red, green and blue in linear light, 0 to 1. */
export type Light = readonly number[];

/** Luminances. `bound` is Math.min if the surfaces are light, Math.max if they are dark. */
interface Mode {
  readonly bound: (a: number, b: number) => number;
  /** Limit for the brand itself. In light mode any brand keeps its own shade, because it has an edge. In dark mode it is lightened to 2.6:1. */
  readonly brand: number;
  /**
   * Gives a contrast of slightly more than 1.35:1 against the panel.
   */
  readonly edge: number;
  /**
   * Gives 3.1:1 against the surface with the nearest luminance, which is --n-4 of ui/styles/tokens.css.
   */
  readonly ring: number;
  /**
   * Gives 4.55:1 against that surface, and against the tint of any colour.
   */
  readonly text: number;
  /** Used for a grey brand. It is as strong as text, because a medium grey would look disabled. */
  readonly ink: number;
  /** Limit for a grey brand, with 1.5:1 against the panel. Beyond it, the brand cannot be distinguished from the panel. */
  readonly lost: number;
}

const LIGHT: Mode = { bound: Math.min, brand: 1, edge: 0.7, ring: 0.233, text: 0.143, ink: 0.01, lost: 0.65 };
const DARK: Mode = { bound: Math.max, brand: 0.102, edge: 0, ring: 0.197, text: 0.312, ink: 0.9, lost: 0.038 };

/**
 * Highest luminance of a brand that gets white text, which has 3.2:1 at this point. Such brands are darkened to WHITE_TEXT, which gives 4.55:1.
 * Lighter brands get dark text.
 */
const NEARLY_WHITE_TEXT = 0.278;
const WHITE_TEXT = 0.18;
const WHITE = '#fff';

/** Returns the colour of text on a brand of this luminance. */
const textOn = (level: number): string => (level <= NEARLY_WHITE_TEXT ? WHITE : '#0f1217');

/**
 * Returns the CSS rules for the panel's root and for the launcher. Takes the brand colours for light and dark from resolve-brand.ts. A page may
 * override every variable except `--n-brand`: `--natter-focus` replaces `--n-focus`, for example. The page is then responsible for the contrast.
 */
export function brandRules([light = [], dark = light]: readonly Light[]): string {
  const lights = shades(light, LIGHT);
  const darks = shades(dark, DARK);
  const variables = Object.entries(lights).map(([name, shade]) => {
    const value = `light-dark(${shade},${darks[name]})`;
    return `--n-${name}:${name === 'brand' ? value : `var(--natter-${name},${value})`}`;
  });
  // The launcher keeps the exact brand colour, but without transparency, because it is on the page and not on the panel.
  const sign = textOn(luminance(light));
  const launcher = `{background:${shade(light, luminance(light))}}`;
  return `.root{${variables.join(';')}}button.launcher${launcher}button.launcher svg,button.launcher::before{color:${sign}}`;
}

function shades(color: Light, { bound, brand, edge, ring, text, ink, lost }: Mode): Record<string, string> {
  const isLost = spread(color) < 0.02 && bound(luminance(color), lost) === lost;
  const given = isLost ? [ink, ink, ink] : color;
  const own = luminance(given);
  const lifted = bound(own, brand);
  const white = textOn(lifted) === WHITE;
  const level = white ? Math.min(lifted, WHITE_TEXT) : lifted;
  // Hovered and pressed shades differ more from the colour of the text on them, if possible.
  const step = level > (white ? 0.02 : 0.7) ? -0.04 : 0.04;
  const shifted = (by: number) => shade(given, (Math.cbrt(level) + by) ** 3);
  return {
    brand: shifted(0),
    'brand-hover': shifted(step),
    'brand-pressed': shifted(2 * step),
    'brand-edge': shade(given, bound(level, edge)),
    'brand-text': shade(given, bound(own, text + ((ink - text) * Math.min(...given)) / Math.max(...given))),
    'on-brand': textOn(lifted),
    focus: shade(given, bound(own, ring)),
    // Avoids a red ring around a field, which would look like an error.
    'field-ring': isRed(given) ? shade([1, 1, 1], ink) : shade(given, bound(own, ring)),
  };
}

/** Returns the colour with another luminance. Darkens it by scaling; lightens it by scaling and then, if that is not enough, by mixing in white. */
function shade(color: Light, target: number): string {
  const ratio = target / luminance(color);
  // The exponent 0.75 keeps the saturation of a lightened colour about the same; with 1 a deep purple would glow.
  const scale = ratio > 1 ? Math.min(ratio ** 0.75, 1 / Math.max(...color)) : ratio;
  const scaled = color.map(part => part * scale);
  const reached = luminance(scaled);
  const white = reached < target ? (target - reached) / (1 - reached) : 0;
  return `color(srgb-linear ${scaled.map(part => (part + (1 - part) * white).toFixed(4)).join(' ')})`;
}

/** Returns the difference between the strongest and the weakest component; 0 for a grey. */
const spread = (color: Light): number => Math.max(...color) - Math.min(...color);

/** Returns true for hues within about 25 degrees of the error colour. */
function isRed([red = 0, green = 0, blue = 0]: Light): boolean {
  const range = red - Math.min(green, blue);
  return range > red / 2 && Math.abs(green - blue) < range / 6;
}

function luminance([red = 0, green = 0, blue = 0]: Light): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
