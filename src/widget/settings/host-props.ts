/** The props of `<ChatWidget>` that are neither settings nor handlers. */

/** Properties whose attributes have the same name. */
export const OF_ELEMENT = ['id', 'hidden', 'slot', 'role'] as const;

export const AS_THEY_ARE: readonly string[] = [...OF_ELEMENT, 'style'];

/** Returns true for names such as `data-testid` and `aria-hidden`, which belong to the page. */
export const isForeign = (name: string): boolean => name.includes('-');
