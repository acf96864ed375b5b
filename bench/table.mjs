/** Markdown tables, and the root of the project. */

import { fileURLToPath } from 'node:url';

export const fromRoot = path => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Rows of equal keys as a Markdown table. */
export function table(rows) {
  const names = Object.keys(rows[0]);
  const line = cells => `| ${cells.join(' | ')} |`;
  return [line(names), line(names.map(() => '---')), ...rows.map(row => line(names.map(name => row[name])))].join('\n');
}
