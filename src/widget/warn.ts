/** The widget's own warnings in the page's console. The running chat uses the Log port instead. */

export { wordsOf } from '../client/api/error-text.ts';

/** `code` is stable and stands first, so that a developer can search for it. An error is what keeps the widget off the page. */
export function warn(code: string, message: string, level: 'warn' | 'error' = 'warn'): void {
  console[level](`[natter] ${code}: ${message}`);
}
