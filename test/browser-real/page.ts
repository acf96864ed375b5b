/** More pages of one visitor, as frames of the test's own page. Each has its own locks and channels, and disappears when it is closed. */

export interface Page {
  readonly window: Window & typeof globalThis;
  close(): void;
}

export function openPage(): Page {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const page = frame.contentWindow;
  if (!page) throw new Error('A frame has no window.');
  return { window: page as Page['window'], close: () => frame.remove() };
}

/** Loads a module into a page, as that page's own instance. `path` is relative to this folder. */
export async function load(page: Page, path: string): Promise<Record<string, unknown>> {
  const { document } = page.window;
  const script = document.createElement('script');
  script.type = 'module';
  const url = JSON.stringify(new URL(path, import.meta.url).href);
  script.textContent = `import * as loaded from ${url}; dispatchEvent(new CustomEvent('loaded', { detail: loaded }));`;
  return new Promise((resolve, reject) => {
    page.window.addEventListener('loaded', event => resolve((event as CustomEvent).detail), { once: true });
    script.addEventListener('error', () => reject(new Error(`${url} cannot be loaded.`)));
    document.head.append(script);
  });
}
