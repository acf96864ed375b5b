/** One way to put CSS into a shadow root: a constructed sheet, which no style-src policy forbids, or a style element where there is none. */

/** Adds CSS to a shadow root; the answer takes it out again. */
export function adoptStyles(root: ShadowRoot, css: string, nonce: string): () => void {
  if (root.adoptedStyleSheets) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    return () => {
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter(each => each !== sheet);
    };
  }
  const style = document.createElement('style');
  style.nonce = nonce;
  style.textContent = css;
  root.prepend(style);
  return () => style.remove();
}
