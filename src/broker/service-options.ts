/** Options of the endpoints that use the platform's other interfaces. Each endpoint is off until its options are set. */

import { isSafePlatformUrl } from '../protocol/http-api.ts';

/** The largest number of alert rules that an account can have. */
const MAX_RULES = 10;
const MAX_CALLS = 100;
const MAX_DNI_SECONDS = 86_400;

const URL_FORM = 'an https address without query, or http on this machine';
const KEY_FORM = 'the key as the provider issued it, visible characters without spaces';

/** These options of `createBroker`. */
export interface ServiceOptions {
  /**
   * Signing secrets of the platform's webhook endpoint for `POST /webhooks/alerts`: one, or during a rotation the new one and the old one. Default: none,
   * and the broker knows nothing of alerts.
   */
  readonly webhookSecrets?: readonly string[] | undefined;
  /** Number of alert rules that must fire before visitors are told, from 1 to 10. Default 1. */
  readonly statusBanner?: number | undefined;
  /** Base address of the platform's Outbound Calling, and its token, for `POST /call-me`. Default: none, and the broker places no calls. */
  readonly outboundUrl?: string | undefined;
  readonly outboundToken?: string | undefined;
  /** Countries whose numbers may be called, as two capital letters (ISO 3166-1). Required with `outboundToken`. */
  readonly callCountries?: readonly string[] | undefined;
  /** Calls in an hour to one number, and for one client address; for an origin 20 times as many. Default 3. */
  readonly callsPerHour?: number | undefined;
  /** Base address of the platform's number reservation (DNI), and its key, for `POST /call-us`. Default: none, and no numbers are reserved. */
  readonly dniUrl?: string | undefined;
  readonly dniApiKey?: string | undefined;
  /** Seconds for which the platform reserves a number. Default 600. */
  readonly dniSeconds?: number | undefined;
}

export type ServiceOption = keyof ServiceOptions;

export const SERVICE_FORMS: Readonly<Record<ServiceOption, string>> = {
  webhookSecrets:
    'a list of one or two signing secrets, the newest first, each of at least 16 visible characters without spaces',
  statusBanner: `a whole number from 1 to ${MAX_RULES}, the alert rules that must fire before visitors are told`,
  outboundUrl: URL_FORM,
  outboundToken: KEY_FORM,
  callCountries: 'a list of at least one country, each two capital letters, such as GB',
  callsPerHour: `a whole number from 1 to ${MAX_CALLS}, calls to one number in an hour`,
  dniUrl: URL_FORM,
  dniApiKey: KEY_FORM,
  dniSeconds: `a whole number from 1 to ${MAX_DNI_SECONDS}, seconds for which a number is reserved`,
};

/** Forms of the lists when they are written in a variable. */
export const SERVICE_LIST_FORMS: Readonly<Partial<Record<ServiceOption, string>>> = {
  webhookSecrets:
    'the signing secret of the webhook endpoint, or during a rotation the new one and the old one with a comma between',
  callCountries: 'a comma-separated list of countries, each two capital letters, like GB,IE',
};

export const SERVICE_VARIABLES: Readonly<Record<ServiceOption, string>> = {
  webhookSecrets: 'NATTER_WEBHOOK_SECRETS',
  statusBanner: 'NATTER_STATUS_BANNER',
  outboundUrl: 'NATTER_OUTBOUND_URL',
  outboundToken: 'NATTER_OUTBOUND_TOKEN',
  callCountries: 'NATTER_CALL_COUNTRIES',
  callsPerHour: 'NATTER_CALLS_PER_HOUR',
  dniUrl: 'NATTER_DNI_URL',
  dniApiKey: 'NATTER_DNI_API_KEY',
  dniSeconds: 'NATTER_DNI_SECONDS',
};

/** Checks of these options. Each returns the problems with a value, as in OptionProblem. */
export const SERVICE_CHECKS: Readonly<Record<ServiceOption, (value: unknown) => readonly string[]>> = {
  webhookSecrets: value => form('webhookSecrets', value === undefined || isListOf(value, 2, isSecret)),
  statusBanner: value => form('statusBanner', value === undefined || isWholeUpTo(value, MAX_RULES)),
  outboundUrl: value => form('outboundUrl', value === undefined || isUrl(value)),
  outboundToken: value => form('outboundToken', value === undefined || isKey(value)),
  callCountries: value => form('callCountries', value === undefined || isListOf(value, 250, isCountry)),
  callsPerHour: value => form('callsPerHour', value === undefined || isWholeUpTo(value, MAX_CALLS)),
  dniUrl: value => form('dniUrl', value === undefined || isUrl(value)),
  dniApiKey: value => form('dniApiKey', value === undefined || isKey(value)),
  dniSeconds: value => form('dniSeconds', value === undefined || isWholeUpTo(value, MAX_DNI_SECONDS)),
};

/** Options that belong together: with one of them, all must be set. */
const TOGETHER: readonly (readonly ServiceOption[])[] = [
  ['outboundUrl', 'outboundToken', 'callCountries'],
  ['dniUrl', 'dniApiKey'],
];

/** Returns the options that are missing beside those that are set. */
export function missingServices(options: Readonly<Partial<Record<ServiceOption, unknown>>>): readonly ServiceOption[] {
  const isSet = (option: ServiceOption): boolean => options[option] !== undefined;
  return TOGETHER.flatMap(group => (group.some(isSet) ? group.filter(option => !isSet(option)) : []));
}

/** Matches the options that are numbers, which a variable contains as digits. */
export const SERVICE_NUMBERS = /^(?:statusBanner|callsPerHour|dniSeconds)$/;
/** Matches the options that are lists, which a variable contains with commas. */
export const SERVICE_LISTS = /^(?:webhookSecrets|callCountries)$/;

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

function isUrl(value: unknown): boolean {
  return typeof value === 'string' && isSafePlatformUrl(value) && URL.canParse(value) && !/[?#]/.test(value);
}

function isKey(value: unknown): boolean {
  return typeof value === 'string' && /^[\x21-\x7e]+$/.test(value);
}

function isCountry(value: unknown): boolean {
  return typeof value === 'string' && /^[A-Z]{2}$/.test(value);
}
