/** The only way to put CSS into a shadow root: a constructed sheet, which no style-src policy forbids. */

/** Adds CSS to a shadow root. */
export function adoptStyles(root: ShadowRoot, css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  // Some DOMs for tests have no such list.
  root.adoptedStyleSheets = [...(root.adoptedStyleSheets ?? []), sheet];
  return sheet;
}

/** Takes out what adoptStyles has added. */
export function dropStyles(root: ShadowRoot, added: CSSStyleSheet): void {
  root.adoptedStyleSheets = root.adoptedStyleSheets.filter(each => each !== added);
}
