/** `natter/platform`: the typed client of the platform's interfaces, for servers that have `fetch`. */

export type { AlertNotice } from '../contract/shape/alert-notice.ts';
export type { FieldProblem } from '../contract/shape/errors.ts';
export type { Dialect } from '../contract/shape/route.ts';
export type { PlatformKeys, PlatformOptions } from '../platform/call/connection.ts';
export { PlatformError, type PlatformErrorFacts } from '../platform/call/error.ts';
export { createPlatform, type Platform } from '../platform/create-platform.ts';
export type * from '../platform/families/agent-types.ts';
export type * from '../platform/families/alert-types.ts';
export type { ExternalEvent } from '../platform/families/external-events.ts';
export type * from '../platform/families/runtime-types.ts';
export type { WaitOptions } from '../platform/families/telephony.ts';
export {
  type EventStore,
  type VerifiedWebhook,
  type VerifyOptions,
  verifyWebhook,
} from '../platform/verify-webhook.ts';
