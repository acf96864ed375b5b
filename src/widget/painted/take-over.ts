/** Prepares a painted panel for the application, which continues with the same elements: removes the painter's listeners and styles. */

import { dropStyles } from '../look/adopt-styles.ts';
import type { PaintedPanel } from './paint-panel.ts';

const HANDLERS = ['onclick', 'oninput', 'onkeydown', 'onkeypress', 'onmousedown'] as const;

/** Returns the text in the field. */
export function takeOver(root: ShadowRoot, { container, sheet }: PaintedPanel): string {
  container.removeAttribute('style');
  dropStyles(root, sheet);
  for (const each of container.querySelectorAll<HTMLElement>('*')) for (const name of HANDLERS) each[name] = null;
  return container.querySelector('textarea')?.value ?? '';
}
