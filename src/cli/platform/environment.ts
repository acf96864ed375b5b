/** Reads addresses, keys and ids from the environment. Keys are not arguments, because other users of the machine can read arguments. */

import type { PlatformKeys, PlatformOptions } from '../../platform/call/connection.ts';
import { PlatformError } from '../../platform/call/error.ts';
import { createPlatform, type Platform } from '../../platform/create-platform.ts';
import { displayUrl } from '../command/safe-text.ts';
import { BadInput } from './bad-input.ts';
import type { PlatformContext, PlatformPorts } from './ports.ts';

type Env = PlatformContext['env'];

interface Needs {
  /** Environment variable that holds the address. */
  readonly url: string;
  /** Option of the client that takes this address. */
  readonly base: 'baseUrl' | 'builderUrl';
  readonly keyVariable: string;
  readonly key: keyof PlatformKeys;
  /** True if the paths contain account and project. */
  readonly ids: boolean;
}

const CONVERSATIONS: Needs = {
  url: 'NATTER_CONVERSATIONS_URL',
  base: 'baseUrl',
  keyVariable: 'NATTER_CONVERSATIONS_KEY',
  key: 'conversations',
  ids: true,
};
const OUTBOUND: Needs = {
  url: 'NATTER_OUTBOUND_URL',
  base: 'baseUrl',
  keyVariable: 'NATTER_OUTBOUND_TOKEN',
  key: 'outbound',
  ids: false,
};
const BUILDER: Needs = {
  url: 'NATTER_BUILDER_URL',
  base: 'builderUrl',
  keyVariable: 'NATTER_BUILDER_KEY',
  key: 'builder',
  ids: false,
};

export const NEEDS = { conversations: CONVERSATIONS, outbound: OUTBOUND, builder: BUILDER };

const ADDRESS = 'an https address such as https://api.uk-1.platform.example';

export interface Access {
  readonly platform: Platform;
  /** The key, which no output may contain. */
  readonly secrets: readonly string[];
}

/** Creates a client for one family of calls. Throws BadInput with a line for each variable that is missing or wrong. */
export function connect(env: Env, needs: Needs, ports: PlatformPorts, signal: AbortSignal): Access {
  const read = (name: string): string => env[name]?.trim() ?? '';
  const [address, key, accountId, projectId] = [
    needs.url,
    needs.keyVariable,
    'NATTER_ACCOUNT_ID',
    'NATTER_PROJECT_ID',
  ].map(read);
  const dialect = read('NATTER_DIALECT') || 'service';
  const problems = [
    missing(needs.url, address, ADDRESS),
    missing(needs.keyVariable, key, 'the key that the platform gave you'),
    ...(needs.ids
      ? [
          missing('NATTER_ACCOUNT_ID', accountId, 'the id of your account, such as ACCOUNT-1234'),
          missing('NATTER_PROJECT_ID', projectId, 'the id of your project, such as PROJECT-1234'),
        ]
      : []),
    // A header can contain only such characters. The error does not quote the key.
    ...(key && !/^[\x21-\x7e]+$/.test(key)
      ? [`${needs.keyVariable} must be letters, digits and signs of ASCII, without spaces.`]
      : []),
    ...(isDialect(dialect) ? [] : ['NATTER_DIALECT must be service or poly.']),
  ].filter(each => each !== undefined);
  if (problems.length > 0 || !isDialect(dialect)) throw new BadInput(problems.join('\n'));
  const options: PlatformOptions = {
    // Sets a runtime address even for other families, because the client always requires one.
    baseUrl: address ?? '',
    ...(needs.base === 'builderUrl' ? { builderUrl: address ?? '' } : {}),
    keys: { [needs.key]: key },
    ...(needs.ids ? { accountId: accountId ?? '', projectId: projectId ?? '' } : {}),
    dialect,
    fetch: ports.fetch,
    signal,
    ...(ports.wait ? { wait: ports.wait } : {}),
  };
  return { platform: makeClient(options, needs, address ?? ''), secrets: [key ?? ''] };
}

/** Replaces names of the client's options in an error by the names of the variables. */
export const inVariables = (line: string, { url, base, keyVariable, key }: Needs): string =>
  line.replaceAll(`keys.${key}`, keyVariable).replace(new RegExp(`(?:the )?\\b${base}\\b`, 'g'), url);

const isDialect = (text: string): text is 'service' | 'poly' => text === 'service' || text === 'poly';

const missing = (variable: string, value: string | undefined, form: string): string | undefined =>
  value ? undefined : `${variable} is missing: set it to ${form}.`;

function makeClient(options: PlatformOptions, needs: Needs, address: string): Platform {
  try {
    return createPlatform(options);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    // Printed without user name and query, which may contain a secret.
    throw new BadInput(
      `${needs.url} ${displayUrl(address)} is wrong: it must be ${ADDRESS}, without query or password; http is for this machine only.`,
    );
  }
}
