/** Warnings for the developers of the host page, each with a stable code (docs/EMBEDDING.md, Errors by code). Tokens never come this way. */

import type { Log } from '../client/ports.ts';

export const consoleLog: Log = {
  warn(code, message) {
    console.warn(`[natter] ${code}: ${message}`);
  },
};
