/** Hands a file that was made in the page to the browser's downloads. */

/** Safari reads the address some time after the click; nobody knows when. */
const KEEP_MS = 40_000;

export interface Download {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

/**
 * Saves the file under its name. Nothing is fetched, so no policy of the page's stands in the way, and nothing is put into the page.
 * Must be called during a click or a key, or browsers may ask or refuse.
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
