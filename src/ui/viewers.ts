/** The pictures that are looked at by themselves just now: nothing outside of such a dialog is heard. Asked with each reply, so nobody searches for them. */

const open = new Set<HTMLDialogElement>();

/** `viewer` is open until the answer is called. */
export function viewing(viewer: HTMLDialogElement): () => void {
  open.add(viewer);
  return () => void open.delete(viewer);
}

/** The one that is open in this panel. */
export const viewerIn = (panel: Element | null | undefined): HTMLDialogElement | undefined =>
  [...open].find(viewer => panel?.contains(viewer));
