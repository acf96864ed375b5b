/**
 * The image viewers that are open. Screen readers ignore everything outside of such a dialog. A set, because it is checked with each reply.
 */

const open = new Set<HTMLDialogElement>();

/** Registers `viewer` as open until the returned function is called. */
export function viewing(viewer: HTMLDialogElement): () => void {
  open.add(viewer);
  return () => void open.delete(viewer);
}

/** Returns the open viewer of a panel. */
export const viewerIn = (panel: Element | null | undefined): HTMLDialogElement | undefined =>
  [...open].find(viewer => panel?.contains(viewer));
