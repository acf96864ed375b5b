/** Connectors of the platform: their fields, and the checks of these fields. The origin of a page decides which connector serves it. */

import { isForbiddenPort } from '../protocol/forbidden-ports.ts';
import { isSafePlatformUrl, type TokenGrant } from '../protocol/http-api.ts';
import { ORIGIN_FORM, readOriginRule } from './access/allowed-origins.ts';

/** A connector, and the pages that it serves. */
export interface Connector {
  /** Origins of the pages that this connector serves, in the form of `allowedOrigins`. At least one. */
  readonly origins: readonly string[];
  /** Secret of the connector. It is sent to the platform only. */
  readonly token: string;
  /** The domain or app namespace registered for the connector. */
  readonly host: string;
  /** Base address of the connector's platform. Default: the option `platformUrl`. */
  readonly platformUrl?: string;
  /** The platform's dialect. Default: the option `dialect`. */
  readonly dialect?: TokenGrant['dialect'];
}

/** A connector without defaults. */
export interface FullConnector extends Connector {
  /** Without a closing slash. */
  readonly platformUrl: string;
  readonly dialect: TokenGrant['dialect'];
}

/** Options of a broker with one connector. */
type ConnectorOption = 'platformUrl' | 'connectorToken' | 'host' | 'allowedOrigins' | 'dialect';

/** Form of each of these options, for error messages. */
export const CONNECTOR_FORMS: Readonly<Record<ConnectorOption, string>> = {
  platformUrl:
    "the platform's https address, like https://messaging.example.com, without user name, query or fragment (http only on this machine)",
  connectorToken: 'the connector token from the provider: visible characters without spaces',
  host: 'a bare host name or app namespace, like shop.example.com, without scheme, port or path',
  allowedOrigins: `a list of at least one origin, each ${ORIGIN_FORM}`,
  dialect: 'service or poly',
};

export const CONNECTORS_FORM =
  'a list of at least one connector, each {"origins": […], "token": "…", "host": "…"}, and "platformUrl" and "dialect" if they differ from those of the others';

/** Checks of these options. Each returns the problems with a value, as in OptionProblem. */
export const CONNECTOR_CHECKS: Readonly<Record<ConnectorOption, (value: unknown) => readonly string[]>> = {
  platformUrl: checkPlatformUrl,
  connectorToken: value => form('connectorToken', typeof value === 'string' && /^[\x21-\x7e]+$/.test(value)),
  host: value => form('host', typeof value === 'string' && isBareHost(value)),
  allowedOrigins: checkOrigins,
  dialect: value => form('dialect', value === undefined || value === 'service' || value === 'poly'),
};

/** Field of an entry → the option with the same form. */
const FIELDS: Readonly<Record<keyof Connector, ConnectorOption>> = {
  origins: 'allowedOrigins',
  token: 'connectorToken',
  host: 'host',
  platformUrl: 'platformUrl',
  dialect: 'dialect',
};

/** Returns the problems of the list, each with the number of its entry. `platformUrl` is the default for all entries. */
export function checkConnectors(value: unknown, platformUrl?: unknown): readonly string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length === 0) return [`must be ${CONNECTORS_FORM}.`];
  /** Origin → number of the entry that has it. */
  const taken = new Map<string, number>();
  return value.flatMap((entry: unknown, index) => {
    const number = index + 1;
    const problems = isRecord(entry) ? checkEntry({ platformUrl, ...entry }) : ['must be an object.'];
    return [...problems, ...repeatedOrigins(entry, number, taken)].map(problem => `entry ${number}: ${problem}`);
  });
}

function checkEntry(entry: Readonly<Record<string, unknown>>): readonly string[] {
  const wrong = Object.entries(FIELDS).flatMap(([field, option]) =>
    CONNECTOR_CHECKS[option](entry[field]).map(message => `${field}: ${message}`),
  );
  const unknown = Object.keys(entry).some(name => !Object.hasOwn(FIELDS, name));
  return unknown ? [...wrong, `may have only the fields ${Object.keys(FIELDS).join(', ')}.`] : wrong;
}

/** Finds origins that an earlier entry already has. This entry would never serve them. */
function repeatedOrigins(entry: unknown, number: number, taken: Map<string, number>): readonly string[] {
  const origins: unknown = isRecord(entry) ? entry.origins : undefined;
  if (!Array.isArray(origins)) return [];
  return origins.flatMap((origin: unknown, index) => {
    const rule = typeof origin === 'string' ? readOriginRule(origin) : undefined;
    if (!rule) return [];
    const key = JSON.stringify(Object.values(rule));
    const earlier = taken.get(key);
    if (earlier === undefined) taken.set(key, number);
    return earlier === undefined || earlier === number
      ? []
      : [`origins: number ${index + 1} is in entry ${earlier} too.`];
  });
}

/** The options from which the connectors are taken. They have been checked. */
export interface ConnectorSource {
  readonly platformUrl?: string | undefined;
  readonly connectorToken?: string | undefined;
  readonly host?: string | undefined;
  readonly allowedOrigins?: readonly string[] | undefined;
  readonly dialect?: TokenGrant['dialect'] | undefined;
  readonly connectors?: readonly Connector[] | undefined;
}

/** Returns all connectors of a broker: those in the list `connectors`, or the one that the other options describe. */
export function connectorsOf(options: ConnectorSource): readonly FullConnector[] {
  const { platformUrl = '', connectorToken: token = '', host = '', allowedOrigins: origins = [], dialect } = options;
  const connectors = options.connectors ?? [{ origins, token, host }];
  return connectors.map(each => ({
    ...each,
    platformUrl: (each.platformUrl ?? platformUrl).replace(/\/+$/, ''),
    dialect: each.dialect ?? dialect ?? 'service',
  }));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function form(option: ConnectorOption, holds: boolean): readonly string[] {
  return holds ? [] : [`must be ${CONNECTOR_FORMS[option]}.`];
}

function checkPlatformUrl(value: unknown): readonly string[] {
  if (!isPlatformUrl(value)) return form('platformUrl', false);
  return isForbiddenPort(Number(new URL(value).port))
    ? ['must be at another port: browsers and fetch refuse to call this one.']
    : [];
}

function isPlatformUrl(value: unknown): value is string {
  return typeof value === 'string' && isSafePlatformUrl(value) && URL.canParse(value) && !/[?#]/.test(value);
}

function isBareHost(value: string): boolean {
  return value.length <= 253 && /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/i.test(value);
}

function checkOrigins(value: unknown): readonly string[] {
  if (!Array.isArray(value) || value.length === 0) return form('allowedOrigins', false);
  return value.flatMap((entry, index) =>
    typeof entry === 'string' && readOriginRule(entry) ? [] : [`entry ${index + 1} must be ${ORIGIN_FORM}.`],
  );
}
