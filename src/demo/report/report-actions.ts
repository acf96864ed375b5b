/** The inspector's buttons for reports: copy, save, open, and add a picture. */

import { button, createStatusLine, el } from '../page/elements.ts';
import { type OpenedReport, readReport } from './report.ts';

export interface ReportActions {
  readonly buttons: readonly HTMLElement[];
  /** The status line, a text field for browsers that do not let the page copy, and the picture. */
  readonly below: readonly HTMLElement[];
  /** Shows the picture of an opened report; null removes it. */
  showPicture(picture: string | null): void;
}

export interface ReportParts {
  /** Returns the report with the picture, if one was taken. */
  report(picture: string | null): Promise<string>;
  /** Shows a report in place of this page's entries. */
  open(report: OpenedReport): void;
  /** Returns a picture of the page as a `data:` address. Rejected if the browser does not allow it. */
  takePicture(): Promise<string>;
}

export function createReportActions({ report, open, takePicture }: ReportParts): ReportActions {
  const status = createStatusLine();
  const manualCopy = el('textarea', {
    className: 'manual-copy',
    readOnly: true,
    hidden: true,
    attrs: { 'aria-label': 'Report' },
  });
  const image = el('img', { className: 'report-picture', hidden: true, alt: 'The page when the picture was taken' });
  let picture: string | null = null;

  async function copy(): Promise<void> {
    const text = await report(null);
    manualCopy.hidden = true;
    try {
      await navigator.clipboard.writeText(text);
      status.say('Copied.', 'done');
    } catch {
      // Shows the text, because without permission for the clipboard, or without TLS, the tester must copy it by keyboard.
      manualCopy.value = text;
      manualCopy.hidden = false;
      manualCopy.select();
      status.say('The browser does not let this page copy. Press Ctrl+C or ⌘C.');
    }
  }

  async function save(): Promise<void> {
    const name = `natter-report-${new Date().toISOString().slice(0, 19).replace(/[:T]/g, '-')}.json`;
    const href = URL.createObjectURL(new Blob([await report(picture)], { type: 'application/json' }));
    el('a', { href, download: name }).click();
    URL.revokeObjectURL(href);
    status.say(`Saved as ${name}.`, 'done');
  }

  function showPicture(next: string | null): void {
    image.hidden = next === null;
    if (next !== null) image.src = next;
  }

  async function takeOne(): Promise<void> {
    try {
      picture = await takePicture();
      showPicture(picture);
      status.say('The next saved report has this picture.', 'done');
    } catch (error) {
      status.say(`No picture: ${error instanceof Error ? error.message : error}`);
    }
  }

  const file = el('input', { type: 'file', accept: '.json,application/json', hidden: true, tabIndex: -1 });
  file.addEventListener('change', async () => {
    const chosen = file.files?.[0];
    // Clears the input, because choosing the same file again would otherwise have no effect.
    file.value = '';
    if (!chosen) return;
    const opened = readReport(await chosen.text());
    if (typeof opened === 'string') {
      status.say(opened);
      return;
    }
    open(opened);
    showPicture(opened.picture);
    status.say(`${opened.title}. Clear returns to this page.`, 'done');
  });

  return {
    buttons: [
      button('Copy report', () => void copy()),
      button('Save report', () => void save()),
      button('Open report', () => file.click()),
      button('Add picture', () => void takeOne()),
      file,
    ],
    below: [status.element, manualCopy, image],
    showPicture,
  };
}
