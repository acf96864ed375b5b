/** Adds CSS to shadow roots as constructed style sheets, because no style-src policy forbids these. */

/** Adds CSS to a shadow root. */
export function adoptStyles(root: ShadowRoot, css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  // Allows for test DOMs without adoptedStyleSheets.
  root.adoptedStyleSheets = [...(root.adoptedStyleSheets ?? []), sheet];
  return sheet;
}

/** Removes a sheet that adoptStyles has added. */
export function dropStyles(root: ShadowRoot, added: CSSStyleSheet): void {
  root.adoptedStyleSheets = root.adoptedStyleSheets.filter(each => each !== added);
}
