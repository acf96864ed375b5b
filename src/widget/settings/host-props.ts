/** The props of `<ChatWidget>` that are no settings and no handlers. */

/** Names of properties that are attributes under the same name. */
export const OF_ELEMENT = ['id', 'hidden', 'slot', 'role'] as const;

export const AS_THEY_ARE: readonly string[] = [...OF_ELEMENT, 'style'];

/** Returns true for `data-testid`, `aria-hidden` and the like, which belong to the page. */
export const isForeign = (name: string): boolean => name.includes('-');
