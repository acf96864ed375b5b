/** The widget's own lines in the page's console. What the running chat has to say goes through the Log port instead. */

export { wordsOf } from '../client/api/error-text.ts';

/** `code` is stable and stands first, so that a developer can search for it. An error is what keeps the widget off the page. */
export function warn(code: string, message: string, level: 'warn' | 'error' = 'warn'): void {
  console[level](`[natter] ${code}: ${message}`);
}
