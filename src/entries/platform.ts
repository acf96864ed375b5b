/** `natter/platform`: the typed client of the platform's interfaces, for servers that have `fetch`. */

export type { FieldProblem } from '../contract/errors.ts';
export type { Dialect } from '../contract/route.ts';
export type { AlertNotice } from '../contract/webhooks.ts';
export type * from '../platform/agent-types.ts';
export type * from '../platform/alert-types.ts';
export type { PlatformKeys, PlatformOptions } from '../platform/connection.ts';
export { createPlatform, type Platform } from '../platform/create-platform.ts';
export { PlatformError, type PlatformErrorFacts } from '../platform/error.ts';
export type { ExternalEvent } from '../platform/external-events.ts';
export type * from '../platform/runtime-types.ts';
export type { WaitOptions } from '../platform/telephony.ts';
export {
  type EventStore,
  type VerifiedWebhook,
  type VerifyOptions,
  verifyWebhook,
} from '../platform/verify-webhook.ts';
