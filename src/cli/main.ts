/** The `natter` command: runs a subcommand, or prints help or version. */

import type { Command, CommandContext } from './command/command.ts';
import { demoCommand } from './demo.ts';
import { doctorCommand } from './doctor/command.ts';
import { alertsCommand } from './platform/alerts.ts';
import { callCommand } from './platform/call.ts';
import { conversationsCommand } from './platform/conversations.ts';
import { brokerCommand, emulatorCommand } from './servers.ts';

const COMMANDS: Readonly<Record<string, Command>> = {
  broker: brokerCommand,
  emulator: emulatorCommand,
  demo: demoCommand,
};

/** Subcommands with arguments and their own usage text. */
const WITH_ARGUMENTS: Readonly<Record<string, (context: CommandContext, args: readonly string[]) => Promise<number>>> =
  {
    doctor: doctorCommand,
    conversations: conversationsCommand,
    call: callCommand,
    alerts: alertsCommand,
  };

const USAGE = `Usage: natter <command>

Commands:
  broker         token broker for the platform named in the environment, on PORT (4000)
  emulator       the platform on this machine, on NATTER_EMULATOR_PORT (4100) and, for Alerts,
                 Webhook endpoints and Agents, NATTER_BUILDER_PORT (4101)
  demo           demo page on NATTER_DEMO_PORT (5173) with a broker and the emulator;
                 with NATTER_PLATFORM_URL set, with that platform instead
  doctor         checks the installation on a page: natter doctor <url> (natter doctor --help)
  conversations  lists and exports conversations: natter conversations --since 24h (… --help)
  call           places an outbound call and follows it: natter call +442079460123 (… --help)
  alerts         shows the alert rules and which of them fire (natter alerts --help)

Options:
  --help     prints this
  --version  prints the version

Broker environment: NATTER_PLATFORM_URL, NATTER_CONNECTOR_TOKEN, NATTER_HOST, NATTER_ALLOWED_ORIGINS,
NATTER_TICKET_KEYS; optional: NATTER_DIALECT, NATTER_DEVICE_KEY, NATTER_TICKET, NATTER_RATE_LIMIT, NATTER_RATE_LIMIT_NETWORK,
NATTER_RATE_LIMIT_ORIGIN, NATTER_RATE_LIMIT_TOTAL, NATTER_CHALLENGE, NATTER_CHALLENGE_DIFFICULTY, NATTER_TRUST_PROXY,
NATTER_REDIS_URL, NATTER_MAX_INFLIGHT, NATTER_DRAIN_SECONDS, NATTER_METRICS_TOKEN, NATTER_CHECK, NATTER_BASE_PATH,
NATTER_CONNECTORS, NATTER_JWT_ISSUER, NATTER_JWT_AUDIENCE, NATTER_JWT_KEYS_URL, NATTER_JWT_COOKIE, NATTER_JWT_REQUIRED,
NATTER_PLATFORM_CA, NATTER_PLATFORM_CERT, NATTER_PLATFORM_KEY, NATTER_PLATFORM_PROXY, NATTER_CHAT_URL, NATTER_CHAT_API_KEY,
NATTER_ACCOUNT_ID, NATTER_PROJECT_ID, NATTER_CHAT_TOKEN, NATTER_CHAT_ENVIRONMENT, NATTER_CONVERSATIONS_KEY,
NATTER_CONVERSATIONS_URL, NATTER_WEBHOOK_SECRETS, NATTER_STATUS_BANNER, NATTER_OUTBOUND_URL, NATTER_OUTBOUND_TOKEN,
NATTER_CALL_COUNTRIES, NATTER_CALLS_PER_HOUR, NATTER_DNI_URL, NATTER_DNI_API_KEY, NATTER_DNI_SECONDS, HOST, PORT, LOG_LEVEL;
NATTER_..._FILE for a value in a file.
Emulator environment, all optional: NATTER_EMULATOR_PORT, NATTER_BUILDER_PORT, NATTER_DIALECT, LOG_LEVEL.
The environment of conversations, call and alerts is in their --help; keys are never arguments.`;

/** Returns the exit code: 0, 1 if a server could not start, 2 for a wrong call. */
export async function main(args: readonly string[], context: CommandContext): Promise<number> {
  const [name, ...rest] = args;
  const able = name !== undefined && Object.hasOwn(WITH_ARGUMENTS, name) ? WITH_ARGUMENTS[name] : undefined;
  if (able) return able(context, rest);
  if (args.includes('--help') || args.includes('-h') || name === 'help') {
    context.print(USAGE);
    return 0;
  }
  if (name === '--version' || name === '-v') {
    context.print(context.version);
    return 0;
  }
  const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command && rest.length === 0) return command(context);
  if (command) context.complain(`natter ${name} takes no arguments: it is set up by environment variables.`);
  else context.complain(name === undefined ? 'Which command?' : `There is no command "${name}".`);
  context.complain(USAGE);
  return 2;
}

/** Returns a complaint if this Node is older than `oldest`, the `engines` of package.json. Package managers only warn about this. */
export function complainOfNode(running: string, oldest: string): string | undefined {
  const [own, least] = [running, oldest.replace('>=', '')].map(version => version.split('.').map(Number));
  const [major = 0, minor = 0] = own ?? [];
  const [leastMajor = 0, leastMinor = 0] = least ?? [];
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return undefined;
  return `Natter needs Node ${leastMajor}.${leastMinor} or newer; this is ${running}.`;
}
