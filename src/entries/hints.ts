/** A chunk with texts for the console: why broker or platform cannot be used, and what is wrong with the settings. */

export { hintFor } from '../browser/hints.ts';
export { reportProps, reportSettings } from '../widget/chat/report-settings.ts';
