/** Downloads a file whose content was made in the page. */

/** Milliseconds for which the object URL stays valid, because Safari reads it some time after the click. */
const KEEP_MS = 40_000;

export interface Download {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

/**
 * Saves the file under its name. Makes no request that the page's security policy could block, and adds nothing to the page. Must be called during
 * a click or a key press; otherwise browsers may ask the visitor, or refuse.
 */
export function download({ name, type, text }: Download): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  // The link stays outside the document, where the page's own scripts, such as a router, do not see the click.
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.rel = 'noopener';
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS);
}
