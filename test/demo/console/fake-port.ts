/** The console's port with answers of a test. Calls that a test does not expect are rejected. */

import type { ConsolePort } from '../../../src/demo/console/kit/port.ts';

export const NOW = Date.parse('2026-03-01T12:00:00Z');

type Parts = Partial<Omit<ConsolePort, 'platform'>> & { readonly platform?: object };

export function fakePort({ platform = {}, ...own }: Parts = {}): ConsolePort {
  const unexpected = async (method: string, path: string) => {
    throw new Error(`unexpected: ${method} ${path}`);
  };
  return {
    control: unexpected,
    server: unexpected,
    leave: () => {},
    now: () => NOW,
    ...own,
    platform: platform as ConsolePort['platform'],
  };
}
