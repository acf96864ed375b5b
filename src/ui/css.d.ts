/** Style sheets are imported as text, because the widget attaches them to its shadow root. */
declare module '*.css?inline' {
  const css: string;
  export default css;
}
