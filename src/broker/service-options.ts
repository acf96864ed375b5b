/** Options of the endpoints that use the platform's other interfaces. Each endpoint is off until its options are set. */

/** The largest number of alert rules that an account can have. */
const MAX_RULES = 10;

/** These options of `createBroker`. */
export interface ServiceOptions {
  /**
   * Signing secrets of the platform's webhook endpoint for `POST /webhooks/alerts`: one, or during a rotation the new one and the old one. Default: none,
   * and the broker knows nothing of alerts.
   */
  readonly webhookSecrets?: readonly string[] | undefined;
  /** Number of alert rules that must fire before visitors are told, from 1 to 10. Default 1. */
  readonly statusBanner?: number | undefined;
}

export type ServiceOption = keyof ServiceOptions;

export const SERVICE_FORMS: Readonly<Record<ServiceOption, string>> = {
  webhookSecrets:
    'a list of one or two signing secrets, the newest first, each of at least 16 visible characters without spaces',
  statusBanner: `a whole number from 1 to ${MAX_RULES}, the alert rules that must fire before visitors are told`,
};

/** Forms of the lists when they are written in a variable. */
export const SERVICE_LIST_FORMS: Readonly<Partial<Record<ServiceOption, string>>> = {
  webhookSecrets:
    'the signing secret of the webhook endpoint, or during a rotation the new one and the old one with a comma between',
};

export const SERVICE_VARIABLES: Readonly<Record<ServiceOption, string>> = {
  webhookSecrets: 'NATTER_WEBHOOK_SECRETS',
  statusBanner: 'NATTER_STATUS_BANNER',
};

/** Checks of these options. Each returns the problems with a value, as in OptionProblem. */
export const SERVICE_CHECKS: Readonly<Record<ServiceOption, (value: unknown) => readonly string[]>> = {
  webhookSecrets: value => form('webhookSecrets', value === undefined || isListOf(value, 2, isSecret)),
  statusBanner: value => form('statusBanner', value === undefined || isWholeUpTo(value, MAX_RULES)),
};

/** Matches the options that are numbers, which a variable contains as digits. */
export const SERVICE_NUMBERS = /^statusBanner$/;
/** Matches the options that are lists, which a variable contains with commas. */
export const SERVICE_LISTS = /^webhookSecrets$/;

function form(option: ServiceOption, holds: boolean): readonly string[] {
  return holds ? [] : [`must be ${SERVICE_FORMS[option]}.`];
}

function isListOf(value: unknown, most: number, fits: (entry: unknown) => boolean): boolean {
  return Array.isArray(value) && value.length >= 1 && value.length <= most && value.every(fits);
}

function isSecret(value: unknown): boolean {
  return typeof value === 'string' && /^[\x21-\x7e]{16,}$/.test(value);
}

function isWholeUpTo(value: unknown, max: number): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max;
}
