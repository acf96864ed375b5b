/** Style sheets come as text: the widget puts them on its shadow root. */
declare module '*.css?inline' {
  const css: string;
  export default css;
}
