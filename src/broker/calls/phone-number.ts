/** Reads telephone numbers as people write them. The tables of all countries are loaded on first use. */

import type { CountryCode } from 'libphonenumber-js/max';

/** Kinds of numbers that cost the caller much, or that nobody answers. */
const NOT_CALLED = /^(?:PREMIUM_RATE|SHARED_COST|PAGER|VOICEMAIL|UAN)$/;

export interface PhoneNumber {
  /** E.164. */
  readonly number: string;
  /** ISO 3166-1, two capitals. */
  readonly country: string;
}

const load = () => import('libphonenumber-js/max');

/** Returns undefined for a text that is no number of a telephone that can be called. `country` completes a number without a plus sign. */
export async function readPhoneNumber(text: string, country: string): Promise<PhoneNumber | undefined> {
  const { default: parse } = await load();
  const parsed = parse(text, country as CountryCode);
  if (!parsed?.country || !parsed.isValid() || NOT_CALLED.test(parsed.getType() ?? '') || parsed.ext) return undefined;
  return { number: parsed.number, country: parsed.country };
}

/** Returns the number in groups, as it is written abroad: `+44 1632 960001`. */
export async function formatPhoneNumber(number: string): Promise<string> {
  const { default: parse } = await load();
  return parse(number)?.formatInternational() ?? number;
}

/** Returns the calling code of a country without the plus sign; undefined if there is no such country. */
export async function callingCodeOf(country: string): Promise<string | undefined> {
  const { getCountryCallingCode, isSupportedCountry } = await load();
  return isSupportedCountry(country) ? getCountryCallingCode(country) : undefined;
}
