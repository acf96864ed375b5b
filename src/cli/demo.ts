/**
 * `natter demo`: starts the demo shop, a broker and the emulator. If NATTER_PLATFORM_URL names a real platform, there is no emulator, and the
 * broker's settings come from the environment.
 */

import { randomBytes } from 'node:crypto';
import { type BrokerConfigResult, readBrokerConfig } from '../broker/config.ts';
import { startBroker } from '../broker/node/server.ts';
import { type PlatformAccess, startDemoServer } from '../demo/server.ts';
import { portProblems, readEmulatorConfig, readPort } from '../emulator/node/config.ts';
import { isLoopbackOrigin } from '../emulator/node/loopback.ts';
import { type Emulator, startEmulator } from '../emulator/node/server.ts';
import { createPlatform } from '../platform/create-platform.ts';
import { type Command, type CommandContext, printProblems, runServers } from './command/command.ts';

type Env = CommandContext['env'];

const DEFAULT_DEMO_PORT = 5173;
/** Rate limit of the demo's broker. It is high, because testers reload the page more often than visitors. */
const DEMO_RATE_LIMIT = '1000';
/** Placeholders for addresses, to check the settings before a server has started. */
const STAND_IN = { platformUrl: 'http://localhost', demoPort: 1 };

export const demoCommand: Command = async context => {
  const env: Env = { ...context.env, LOG_LEVEL: context.env.LOG_LEVEL || 'warn' };
  const demoPort = readDemoPort(env.NATTER_DEMO_PORT);
  const emulator = readEmulatorConfig(env);
  const broker = readBrokerConfig(brokerEnv(env, STAND_IN));
  const problems = [
    ...(emulator.ok ? [] : emulator.problems),
    ...(broker.ok
      ? portProblems('PORT', broker.port)
      : broker.problems.filter(({ variable }) => !isReportedTwice(variable, emulator.ok))),
    ...(demoPort === undefined
      ? [{ message: 'NATTER_DEMO_PORT must be a port number from 0 to 65535' }]
      : portProblems('NATTER_DEMO_PORT', demoPort)),
  ];
  if (!emulator.ok || demoPort === undefined || problems.length > 0) return printProblems(context, problems);

  return runServers(context, async keep => {
    const platform = realPlatform(env) ? null : await keep(startEmulator(emulator.config));
    const demo = await keep(startDemoServer({ port: demoPort, dist: context.dist }));
    const addresses = { platformUrl: platform?.url ?? realPlatform(env), demoPort: demo.port };
    const brokersEnv = brokerEnv(env, addresses);
    const config = valid(readBrokerConfig(brokersEnv));
    const server = await keep(startBroker(config));
    const { url } = server;
    const dialect = config.options.dialect ?? 'service';
    const access = platform ? accessTo(platform, dialect) : undefined;
    // The broker's address has to be known first.
    if (access)
      server.reload(valid(readBrokerConfig({ ...brokersEnv, NATTER_WEBHOOK_SECRETS: await subscribe(access, url) })));
    demo.show({ broker: url, emulator: platform?.url ?? '', dialect }, access);
    context.print(`Demo      ${demo.url}`);
    context.print(`Broker    ${url}`);
    context.print(platform ? `Emulator  ${platform.url}` : `Platform  ${realPlatform(env)}`);
    if (platform) context.print(`Builder   ${platform.builderUrl}`);
    context.print('Natter is ready. Ctrl-C stops it.');
  });
};

function valid(config: BrokerConfigResult): Extract<BrokerConfigResult, { ok: true }> {
  if (!config.ok) throw new Error(config.problems.map(({ message }) => message).join('\n'));
  return config;
}

/** Has the platform post its alerts to the broker. Returns the signing secret. */
async function subscribe({ options }: PlatformAccess, broker: string): Promise<string> {
  const { signing_secret: secret } = await createPlatform(options).webhooks.create({
    name: 'Broker of the demo',
    url: `${broker}/webhooks/alerts`,
    event_types: ['alerts.triggered', 'alerts.resolved'],
  });
  return secret;
}

const realPlatform = (env: Env): string => env.NATTER_PLATFORM_URL?.trim() ?? '';

/** Returns true for a variable whose problem the emulator's configuration has already reported. */
function isReportedTwice(variable: string, emulatorOk: boolean): boolean {
  return !emulatorOk && (variable === 'NATTER_DIALECT' || variable === 'LOG_LEVEL');
}

/** Credentials of any emulator on this machine. They are not secret. */
const EMULATORS_OWN = { NATTER_CONNECTOR_TOKEN: 'demo-connector', NATTER_HOST: 'localhost' };

/** Variables with which the demo's broker offers what the emulator has beside Messaging. */
const servicesOf = (emulator: string): Env => ({
  NATTER_CHAT_URL: emulator,
  NATTER_CHAT_API_KEY: 'demo-chat',
  NATTER_ACCOUNT_ID: 'demo',
  NATTER_PROJECT_ID: 'shop',
  NATTER_CONVERSATIONS_KEY: 'demo-conversations',
  NATTER_OUTBOUND_URL: emulator,
  NATTER_OUTBOUND_TOKEN: 'demo-outbound',
  NATTER_CALL_COUNTRIES: 'GB,IE,DE,FR,US',
  NATTER_CALLS_PER_HOUR: '100',
  NATTER_DNI_URL: emulator,
  NATTER_DNI_API_KEY: 'demo-dni',
});

/** Returns the addresses and keys with which the console uses the emulator. */
export function accessTo(platform: Pick<Emulator, 'url' | 'builderUrl'>, dialect: 'service' | 'poly'): PlatformAccess {
  const keys = {
    conversations: 'demo-conversations',
    outbound: 'demo-outbound',
    dni: 'demo-dni',
    builder: 'demo-builder',
  };
  return {
    options: { baseUrl: platform.url, builderUrl: platform.builderUrl, keys, dialect },
    now: async () => {
      const init = { method: 'POST', body: JSON.stringify({ advanceMs: 0 }) };
      const { now } = await fetch(`${platform.url}/_control/clock`, init).then(answer => answer.json());
      return Date.parse(now);
    },
  };
}

/** Returns the broker's environment. For the emulator, it is complete; for a real platform, it is `env` with defaults for unset variables. */
function brokerEnv(env: Env, { platformUrl, demoPort }: { platformUrl: string; demoPort: number }): Env {
  const own = `http://localhost:${demoPort},http://127.0.0.1:${demoPort}`;
  const given = env.NATTER_ALLOWED_ORIGINS?.trim();
  // Puts the given origins first, because error messages number the entries.
  const origins = given ? `${given.replace(/,\s*$/, '')},${own}` : own;
  const keys = `demo:${randomBytes(32).toString('base64url')}`;
  const limit = env.NATTER_RATE_LIMIT?.trim() || DEMO_RATE_LIMIT;
  const platform = realPlatform(env);
  if (platform) {
    const { NATTER_CONNECTOR_TOKEN, NATTER_HOST } = isLoopbackOrigin(platform.replace(/\/$/, '')) ? EMULATORS_OWN : env;
    return {
      ...env,
      NATTER_CONNECTOR_TOKEN: env.NATTER_CONNECTOR_TOKEN?.trim() || NATTER_CONNECTOR_TOKEN,
      NATTER_HOST: env.NATTER_HOST?.trim() || NATTER_HOST,
      NATTER_ALLOWED_ORIGINS: origins,
      NATTER_TICKET_KEYS: env.NATTER_TICKET_KEYS?.trim() || keys,
      NATTER_RATE_LIMIT: limit,
    };
  }
  return {
    PORT: env.PORT,
    LOG_LEVEL: env.LOG_LEVEL,
    NATTER_CHECK: 'off',
    NATTER_DIALECT: env.NATTER_DIALECT,
    NATTER_PLATFORM_URL: platformUrl,
    ...EMULATORS_OWN,
    ...servicesOf(platformUrl),
    NATTER_ALLOWED_ORIGINS: origins,
    NATTER_TICKET_KEYS: keys,
    NATTER_RATE_LIMIT: limit,
  };
}

function readDemoPort(text = ''): number | undefined {
  return text.trim() === '' ? DEFAULT_DEMO_PORT : readPort(text.trim());
}
