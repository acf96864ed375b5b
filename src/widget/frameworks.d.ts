/** Parts of the frameworks' types that our entries add to. A page that imports such an entry has the framework itself. */

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
