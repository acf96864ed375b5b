/** Hands a file that was made in the page to the browser's downloads. */

/** Milliseconds that the address stays valid: Safari reads it some unknown time after the click. */
const KEEP_MS = 40_000;

export interface Download {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

/**
 * Saves the file under its name. Fetches nothing, so that no policy of the page blocks it, and adds nothing to the page. Call it during a click or a
 * key press, or browsers may ask or refuse.
 */
export function download({ name, type, text }: Download): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  // Outside of the document: its click reaches no router and no counter of the page's.
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.rel = 'noopener';
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS);
}
