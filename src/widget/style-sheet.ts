/** One way to put CSS into a shadow root: a constructed sheet, which no style-src policy forbids, or a style element where there is none. */

/** Adds CSS to a shadow root. */
export function adoptStyles(root: ShadowRoot, css: string, nonce: unknown): CSSStyleSheet | HTMLStyleElement {
  const { adoptedStyleSheets } = root;
  if (adoptedStyleSheets) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets = [...adoptedStyleSheets, sheet];
    return sheet;
  }
  const style = document.createElement('style');
  // Without one it becomes `undefined`, which is as good as none.
  style.nonce = nonce as string;
  style.textContent = css;
  root.append(style);
  return style;
}

/** Takes out what adoptStyles has added. */
export function dropStyles(root: ShadowRoot, added: CSSStyleSheet | HTMLStyleElement): void {
  if (added instanceof HTMLElement) added.remove();
  else root.adoptedStyleSheets = root.adoptedStyleSheets.filter(each => each !== added);
}
