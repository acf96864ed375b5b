/** Prints warnings of the widget to the page's console. A running chat uses the Log port instead. */

export { wordsOf } from '../client/api/error-text.ts';

/** Prints a warning, or an error if the widget cannot start. `code` is stable, because developers search for it. */
export function warn(code: string, message: string, level: 'warn' | 'error' = 'warn'): void {
  console[level](`[natter] ${code}: ${message}`);
}
