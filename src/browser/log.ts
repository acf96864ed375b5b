/** Warnings for the developers of the host page, each with the code that the `error` event carries. Tokens never come this way. */

import type { Log } from '../client/ports.ts';

export const consoleLog: Log = {
  warn(code, message) {
    console.warn(`[natter] ${code}: ${message}`);
  },
};
