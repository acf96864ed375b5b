/** What tests of React components have in common: what the page was told on its console, and leaving it as it was. */

import { act } from 'react';
import type { Root } from 'react-dom/client';
import { vi } from 'vitest';

/** Everything that is warned of from now on, which so stays off the console. */
export function watchConsole(): string[] {
  const complaints: string[] = [];
  for (const level of ['warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((...words) => complaints.push(words.join(' ')));
  return complaints;
}

export async function leavePage(roots: readonly Root[]): Promise<void> {
  await act(async () => {
    for (const root of roots) root.unmount();
  });
  document.body.replaceChildren();
  vi.restoreAllMocks();
}
