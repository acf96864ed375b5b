/** The step from a painted panel to the application's own, on the same elements: nothing is heard or styled by the painter any more. */

import { dropStyles } from '../look/adopt-styles.ts';
import type { PaintedPanel } from './paint-panel.ts';

const HANDLERS = ['onclick', 'oninput', 'onkeydown', 'onkeypress', 'onmousedown'] as const;

/** Returns what stands in the field. */
export function takeOver(root: ShadowRoot, { container, sheet }: PaintedPanel): string {
  container.removeAttribute('style');
  dropStyles(root, sheet);
  for (const each of container.querySelectorAll<HTMLElement>('*')) for (const name of HANDLERS) each[name] = null;
  return container.querySelector('textarea')?.value ?? '';
}
