/** The option `chat` of a broker: keys of the platform's Chat interface, and perhaps of Conversations, and its checks. */

import { isSafePlatformUrl } from '../../protocol/http-api.ts';

/** Keys for conversations without sockets. Without them the broker offers none. */
export interface ChatOptions {
  /** Base address of the runtime interfaces, such as `https://api.example.com`. `http:` is allowed on this machine only. */
  readonly url: string;
  /** Key of Chat, sent as X-API-KEY. */
  readonly apiKey: string;
  /** Account and project in the paths of the interfaces. */
  readonly accountId: string;
  readonly projectId: string;
  /** Connector token of Chat, sent as X-TOKEN. Default: that of the connector which serves the page. */
  readonly token?: string;
  /**
   * Key of Conversations, with which the broker looks a conversation up after an answer was lost. Default none: a message whose answer was lost then
   * waits for the visitor's decision.
   */
  readonly conversationsKey?: string;
  /** Base address of Conversations. Default: `url`. */
  readonly conversationsUrl?: string;
  /** Environment in which the connector's conversations are. Default `live`. */
  readonly environment?: 'live' | 'sandbox' | 'pre-release';
}

const KEY_FORM = 'visible characters without spaces';
const URL_FORM =
  'an https address, like https://api.example.com, without user name, query or fragment (http only on this machine)';
const ID_FORM = 'letters, digits, "_" and "-"';

type Check = readonly [form: string, fits: (value: unknown) => boolean];

const isKey = (value: unknown): boolean => typeof value === 'string' && /^[\x21-\x7e]+$/.test(value);
const isId = (value: unknown): boolean => typeof value === 'string' && /^[\w-]{1,100}$/.test(value);
const isUrl = (value: unknown): boolean =>
  typeof value === 'string' && isSafePlatformUrl(value) && URL.canParse(value) && !/[?#]/.test(value);
const orNone =
  (fits: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === undefined || fits(value);

const CHECKS: Readonly<Record<keyof ChatOptions, Check>> = {
  url: [URL_FORM, isUrl],
  apiKey: [KEY_FORM, isKey],
  accountId: [ID_FORM, isId],
  projectId: [ID_FORM, isId],
  token: [KEY_FORM, orNone(isKey)],
  conversationsKey: [KEY_FORM, orNone(isKey)],
  conversationsUrl: [URL_FORM, orNone(isUrl)],
  environment: ['live, sandbox or pre-release', orNone(value => /^(?:live|sandbox|pre-release)$/.test(`${value}`))],
};

export interface ChatProblem {
  readonly field: keyof ChatOptions;
  /** Form that the value must have. */
  readonly form: string;
}

/** Returns the problems with the option's fields. Quotes no value. */
export function checkChatOptions(options: Partial<Record<keyof ChatOptions, unknown>>): readonly ChatProblem[] {
  return Object.entries(CHECKS).flatMap(([name, [form, fits]]) => {
    const field = name as keyof ChatOptions;
    return fits(options[field]) ? [] : [{ field, form }];
  });
}

export const CHAT_FORM = `an object with ${Object.keys(CHECKS).join(', ')}, each in the form that docs/BROKER.md names`;

/** Returns true if the whole option is right. */
export function isChatOptions(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const isKnown = Object.keys(value).every(name => Object.hasOwn(CHECKS, name));
  return isKnown && checkChatOptions(value).length === 0;
}

/** Field → its environment variable. */
const VARIABLES: Readonly<Record<keyof ChatOptions, string>> = {
  url: 'NATTER_CHAT_URL',
  apiKey: 'NATTER_CHAT_API_KEY',
  token: 'NATTER_CHAT_TOKEN',
  accountId: 'NATTER_ACCOUNT_ID',
  projectId: 'NATTER_PROJECT_ID',
  conversationsKey: 'NATTER_CONVERSATIONS_KEY',
  conversationsUrl: 'NATTER_CONVERSATIONS_URL',
  environment: 'NATTER_CHAT_ENVIRONMENT',
};

export const CHAT_VARIABLES: readonly string[] = Object.values(VARIABLES);

interface ReadChat {
  /** Undefined if Chat is not configured. */
  readonly chat: ChatOptions | undefined;
  readonly problems: readonly { readonly variable: string; readonly message: string }[];
}

/**
 * Reads the option from the environment. A variable whose name begins with NATTER_CHAT says that Chat is wanted: every missing one is then a
 * problem. The others belong to further interfaces as well.
 */
export function readChatVariables(read: (variable: string) => string | undefined): ReadChat {
  const given = Object.fromEntries(
    Object.entries(VARIABLES).flatMap(([field, variable]) => {
      const value = read(variable);
      return value === undefined ? [] : [[field, value]];
    }),
  ) as Partial<ChatOptions>;
  const isWanted = Object.keys(given).some(field => VARIABLES[field as keyof ChatOptions].startsWith('NATTER_CHAT_'));
  if (!isWanted) return { chat: undefined, problems: [] };
  const problems = checkChatOptions(given).map(({ field, form }) => {
    const variable = VARIABLES[field];
    const isMissing = given[field] === undefined;
    return { variable, message: `${variable}${isMissing ? ' is missing. It' : ':'} must be ${form}.` };
  });
  return { chat: given as ChatOptions, problems };
}
