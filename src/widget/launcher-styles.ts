/**
 * The look of the launcher. The sign's colour follows from the brand's: above 65 % oklch lightness black has 3:1 and more, below it white has.
 * The focus ring is white inside and dark outside, so that it shows on any page. The host takes part in no layout of the page.
 */
export const launcherStyles = `
:host { position: fixed; z-index: 2147483000 }
.launcher {
  --u: calc(1px * var(--natter-size, 1));
  --back: var(--natter-brand, var(--launcher-color, #2456c7));
  position: fixed;
  bottom: calc(20px + env(safe-area-inset-bottom, 0px));
  box-sizing: border-box;
  width: calc(56 * var(--u));
  height: calc(56 * var(--u));
  margin: 0;
  padding: 0;
  border: 0 solid #fff3;
  border-radius: 50%;
  background: var(--back);
  color: #fff;
  box-shadow: 0 1px 3px #0003, 0 12px 32px #0003;
  cursor: pointer;
  touch-action: manipulation;
  -webkit-tap-highlight-color: transparent;
}
@supports (color: oklch(from red l c h)) {
  .launcher { color: oklch(from var(--back) clamp(0, (.65 - l) * 1e6, 1) 0 0) }
}
.right { right: calc(20px + env(safe-area-inset-right, 0px)) }
.left { left: calc(20px + env(safe-area-inset-left, 0px)) }
.launcher[hidden] { display: none }
.launcher:hover { transform: scale(1.05) }
.launcher:active { transform: scale(.95) }
.launcher:focus-visible {
  outline: 2px solid #111;
  outline-offset: 2px;
  box-shadow: 0 0 0 2px #fff, 0 12px 32px #0003;
}
.launcher svg {
  position: absolute;
  inset: 0;
  width: 46.5%;
  margin: auto;
  fill: none;
  stroke: currentColor;
  stroke-width: 1.75;
  stroke-linecap: round;
  stroke-linejoin: round;
}
.launcher[aria-busy=true] svg { opacity: .5 }
.launcher[aria-expanded=true] svg:first-child, .launcher[aria-expanded=false] svg + svg {
  opacity: 0;
  transform: rotate(45deg) scale(.6);
}
.launcher span {
  position: absolute;
  top: -2px;
  inset-inline-end: -2px;
  min-width: 20px;
  padding: 0 5px;
  box-sizing: border-box;
  border-radius: 10px;
  background: #c62b20;
  box-shadow: 0 0 0 2px #fff;
  color: #fff;
  font: 600 12px/20px system-ui, sans-serif;
  font-variant-numeric: tabular-nums;
}
.launcher span:empty { display: none }
:host([data-theme=dark]) .launcher { border-width: 1px }
@media (prefers-color-scheme: dark) {
  :host([data-theme=auto]) .launcher { border-width: 1px }
}
@media (prefers-reduced-motion: no-preference) {
  .launcher, .launcher svg { transition: transform .18s, opacity .18s }
}
@media (forced-colors: active) {
  .launcher { border: 2px solid ButtonText }
  .launcher span { border: 1px solid }
}
@media (max-width: 479.98px) {
  .launcher[aria-expanded=true] { display: none }
}
@media print {
  .launcher { display: none }
}
`;
