/** As much of frameworks as their entries add to. Pages that import such an entry have the framework itself. */

declare module 'solid-js' {
  namespace JSX {
    interface HTMLAttributes<T> {
      readonly ref?: T | ((element: T) => void);
      readonly class?: string;
    }
    interface IntrinsicElements {}
  }
}

declare module 'svelte/elements' {
  interface HTMLAttributes<T extends EventTarget> {
    readonly class?: string;
    readonly onclick?: (event: MouseEvent & { readonly currentTarget: T }) => unknown;
  }
  interface SvelteHTMLElements {}
}
