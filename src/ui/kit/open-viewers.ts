/** Tracks the open image viewers. Screen readers ignore everything outside such a dialog, so announcements have to be made inside it or wait. */

const open = new Set<HTMLDialogElement>();

/** Registers `viewer` as open until the returned function is called. */
export function viewing(viewer: HTMLDialogElement): () => void {
  open.add(viewer);
  return () => void open.delete(viewer);
}

/** Returns the open viewer in a panel. */
export const viewerIn = (panel: Element | null | undefined): HTMLDialogElement | undefined =>
  [...open].find(viewer => panel?.contains(viewer));
