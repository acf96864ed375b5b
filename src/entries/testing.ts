/** `natter/testing`: a backend for tests of pages with the chat. */

export type { BackendControl, BackendOptions } from '../testing/calls.ts';
export { type Backend, startBackend } from '../testing/start-backend.ts';
