/** Types of browser.mjs, for the configuration. */

export const CHROMIUM_FLAGS: string[];
export function findChromium(env?: NodeJS.ProcessEnv): string | undefined;
export function ensureChromium(options?: { env?: NodeJS.ProcessEnv; say?: (line: string) => void }): string;
