/**
 * Replaces the browser's preferences for motion and contrast by choices of the gallery. A page cannot set them, so this changes the conditions of
 * media rules in the widgets' style sheets, and the answers of `matchMedia`.
 */

export interface MediaChoices {
  /** `reduced`, or empty for the browser's preference. */
  readonly motion: string;
  /** `more`, or empty for the browser's preference. */
  readonly contrast: string;
}

const MOTION = '(prefers-reduced-motion: no-preference)';
const CONTRAST = '(prefers-contrast: more)';
/** Conditions that are always false and always true. They are added to the original ones, so that they can be taken away again. */
const NEVER = ' and (max-width: 0px)';
const ALWAYS = ', (min-width: 0px)';

let chosen: MediaChoices = { motion: '', contrast: '' };

/** Style sheets that widgets have created. */
const sheets = new Set<CSSStyleSheet>();

/** Call this before the first widget creates its style sheets. */
export function watchMedia(): void {
  const { replaceSync } = CSSStyleSheet.prototype;
  CSSStyleSheet.prototype.replaceSync = function (text) {
    replaceSync.call(this, text);
    sheets.add(this);
    applyTo(this.cssRules);
  };
  const { matchMedia } = window;
  window.matchMedia = query =>
    matchMedia.call(window, /reduced-motion: reduce/.test(query) && chosen.motion ? 'all' : query);
}

export function chooseMedia(choices: MediaChoices): void {
  chosen = choices;
  for (const sheet of sheets) applyTo(sheet.cssRules);
}

function applyTo(rules: CSSRuleList): void {
  for (const rule of rules) {
    if (rule instanceof CSSMediaRule) {
      const condition = conditionFor(rule.conditionText, chosen);
      if (condition !== rule.conditionText) rule.media.mediaText = condition;
    }
    if (rule instanceof CSSGroupingRule) applyTo(rule.cssRules);
  }
}

/** Returns the condition of a media rule under these choices. It may be one that this function returned before. */
export function conditionFor(condition: string, { motion, contrast }: MediaChoices): string {
  return condition
    .replace(NEVER, '')
    .replace(ALWAYS, '')
    .replace(MOTION, motion ? `${MOTION}${NEVER}` : MOTION)
    .replace(CONTRAST, contrast ? `${CONTRAST}${ALWAYS}` : CONTRAST);
}
