/** `natter/platform`: the typed client of the platform's interfaces for servers, wherever there is `fetch`. */

export type { PlatformKeys, PlatformOptions } from '../platform/connection.ts';
export { createPlatform, type Platform } from '../platform/create-platform.ts';
export { PlatformError } from '../platform/error.ts';
export type { HandoffState } from '../platform/handoff-state.ts';
