/** Types of browser.mjs, for the configuration and the tests. */

export const CHROMIUM_FLAGS: string[];
export function findChromium(env?: NodeJS.ProcessEnv): string | undefined;
export function ensureChromium(options?: { env?: NodeJS.ProcessEnv; say?: (line: string) => void }): string;
export function findShell(env?: NodeJS.ProcessEnv): string | undefined;
export function ensureShell(options?: { env?: NodeJS.ProcessEnv; say?: (line: string) => void }): string;
export function findFirefox(env?: NodeJS.ProcessEnv): string | undefined;
export function ensureFirefox(options?: { env?: NodeJS.ProcessEnv; say?: (line: string) => void }): string | undefined;
export interface WebKit {
  readonly WEBKIT_DRIVER: string;
  readonly WEBKIT_BROWSER: string;
}
export function findWebKit(env?: NodeJS.ProcessEnv): WebKit | undefined;
export function ensureWebKit(options?: { env?: NodeJS.ProcessEnv; say?: (line: string) => void }): WebKit | undefined;
