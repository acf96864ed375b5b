/** Ids of letters and digits, made with the injected `random`. */

import type { PlatformSettings } from './options.ts';

interface Core {
  readonly settings: PlatformSettings;
}

export const shortId = (core: Core): string => core.settings.random.uuid().replaceAll('-', '').slice(0, 20);

/** Returns `PREFIX-` and eight characters of A–Z and 0–9. */
export function capitalId(core: Core, prefix: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
  const pick = (): string => letters[Math.floor(core.settings.random.fraction() * letters.length)] ?? 'A';
  return `${prefix}-${Array.from({ length: 8 }, pick).join('')}`;
}
