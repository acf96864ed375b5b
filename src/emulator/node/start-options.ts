/** Checks the options of startEmulator before a port is opened, because a caller in plain JavaScript may pass anything. */

import { isForbiddenPort } from '../../protocol/forbidden-ports.ts';
import { readObject } from '../../protocol/json-fields.ts';
import { EmulatorError } from '../model/emulator-error.ts';
import { type PlatformOptions, SCRIPT_NAMES } from '../model/options.ts';
import { LOG_LEVELS } from './clock-random-log.ts';

type OptionName = keyof PlatformOptions | 'port' | 'builderPort' | 'host' | 'clock' | 'log' | 'logLevel';

/** The words that follow `must be`, and the check that a value fits. */
type Form = readonly [words: string, fits: (value: unknown) => boolean];

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isFunction = (value: unknown): boolean => typeof value === 'function';
const isFrom = (value: unknown, min: number): value is number => typeof value === 'number' && value >= min;
const isAbove0 = (value: unknown): boolean => isFrom(value, 0) && value > 0 && Number.isFinite(value);

const oneOf = (words: readonly unknown[]): Form => [`one of ${words.join(', ')}`, value => words.includes(value)];
const wholeFrom = (min: number): Form => [
  `a whole number from ${min}`,
  value => Number.isSafeInteger(value) && isFrom(value, min),
];

const PORT: Form = [
  'a whole number from 0 to 65535',
  value => Number.isInteger(value) && isFrom(value, 0) && value <= 65_535,
];
const PACE: Form = ['a number from 0', value => isFrom(value, 0) && Number.isFinite(value)];
/** The form of an idle time. Infinity means never. */
const IDLE: Form = ['a number of milliseconds from 0', value => isFrom(value, 0)];
const FUNCTION: Form = ['a function', isFunction];
const RATE: Form = [
  'an object with a number perSecond above 0 and a number burst from 1',
  value => {
    const rate = readObject(value);
    return rate !== undefined && isAbove0(rate.perSecond) && isFrom(rate.burst, 1);
  },
];
const RANDOM: Form = [
  'an object with the functions uuid and fraction',
  value => {
    const random = readObject(value);
    return random !== undefined && isFunction(random.uuid) && isFunction(random.fraction);
  },
];
const CONNECTORS: Form = [
  'a list of objects, each with a text token and, where it has one, a text host',
  value => Array.isArray(value) && value.every(isConnector),
];

function isConnector(value: unknown): boolean {
  const connector = readObject(value);
  return connector !== undefined && isText(connector.token) && (connector.host === undefined || isText(connector.host));
}

function isWebAddress(value: unknown): boolean {
  return typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

const FORMS: Readonly<Record<OptionName, Form>> = {
  port: PORT,
  builderPort: PORT,
  host: ['an address or name of this machine, like 127.0.0.1', isText],
  clock: FUNCTION,
  random: RANDOM,
  log: FUNCTION,
  logLevel: oneOf(LOG_LEVELS),
  dialect: oneOf(['service', 'poly']),
  pace: PACE,
  publicUrl: ['an http(s) address', isWebAddress],
  connectors: CONNECTORS,
  tokenLifetimeSeconds: ['a number of seconds above 0', isAbove0],
  idleWarningMs: IDLE,
  idleExpiryMs: IDLE,
  maxSockets: wholeFrom(0),
  maxMessageBytes: wholeFrom(1),
  batchSize: wholeFrom(1),
  emptyBatch: oneOf([true, false]),
  socketRate: RATE,
  httpRate: RATE,
  script: oneOf(SCRIPT_NAMES),
};

/** Throws an EmulatorError, code `invalid_option`, with a line for each wrong or unknown option. An option that is undefined counts as omitted. */
export function checkStartOptions(given: unknown): void {
  const options = readObject(given);
  if (!options)
    throw new EmulatorError('invalid_option', `startEmulator takes an object of options, not ${told(given)}.`);
  const problems = Object.entries(FORMS).flatMap(([name, [words, fits]]) => {
    const value = options[name];
    if (value === undefined || fits(value)) return [];
    // The text may be a connector's token, so the error does not quote it.
    const came = name === 'connectors' && typeof value === 'string' ? 'a text' : told(value);
    return [`startEmulator: option ${name} must be ${words}; it is ${came}.`];
  });
  const { port } = options;
  if (typeof port === 'number' && isForbiddenPort(port)) {
    problems.push(`startEmulator: option port must be another: browsers and fetch refuse to call ${port}.`);
  }
  problems.push(...unknownIn(options));
  if (problems.length > 0) throw new EmulatorError('invalid_option', problems.join('\n'));
}

function unknownIn(options: Readonly<Record<string, unknown>>): readonly string[] {
  const names = Object.keys(FORMS);
  const others = Object.keys(options).filter(name => options[name] !== undefined && !names.includes(name));
  // Names only options that look like identifiers; another name may be a secret, as in {[token]: host}.
  const told = others.map(name => (/^\w{1,30}$/.test(name) ? ` ${name}` : ' of such a name'));
  return told.map(name => `startEmulator: there is no option${name}; the options are ${names.join(', ')}.`);
}

function told(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'another object';
  return typeof value === 'function' ? 'a function' : String(value);
}
