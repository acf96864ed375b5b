/** The variables of the brokers under test, the same on each host. */

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../../project-files.ts';

export const SHOP = 'https://shop.example.com';
/** Path of the broker under test. */
export const OPEN_PATH = '/api/chat';
/** Path of a second broker, which wants a proof of work. */
export const STRICT_PATH = '/api/strict';

export type Variables = Readonly<Record<string, string>>;

/** A running server with both brokers. */
export interface Host {
  readonly url: string;
  close(): unknown;
}

export function variablesFor(platformUrl: string): { readonly open: Variables; readonly strict: Variables } {
  const open = {
    NATTER_PLATFORM_URL: platformUrl,
    NATTER_CONNECTOR_TOKEN: 'demo-connector',
    NATTER_HOST: 'localhost',
    NATTER_ALLOWED_ORIGINS: SHOP,
    NATTER_TICKET_KEYS: `k1:${'A'.repeat(42)}E`,
    NATTER_RATE_LIMIT: '10000',
  };
  return { open, strict: { ...open, NATTER_CHALLENGE: 'always', NATTER_CHALLENGE_DIFFICULTY: '500' } };
}

/** Address of a built file. */
export const built = (name: string): string => pathToFileURL(join(ROOT, 'dist', name)).href;
