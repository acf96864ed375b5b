/** What jsdom lacks of constructed style sheets, as far as the launcher needs them: they hold text. Importing this puts it in. */

const texts = new WeakMap<CSSStyleSheet, string>();

CSSStyleSheet.prototype.replaceSync = function replaceSync(this: CSSStyleSheet, text: string): void {
  texts.set(this, text);
};

/** Everything that a root wears, as text. */
export function cssOf(root: ShadowRoot): string {
  return root.adoptedStyleSheets.map(sheet => texts.get(sheet) ?? '').join('');
}

// Whatever a page calls a colour is one there.
globalThis.CSS ??= { supports: () => true } as unknown as typeof CSS;
