/** Declares the types of the frameworks that our entries extend. A page that imports such an entry has the real framework. */

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
