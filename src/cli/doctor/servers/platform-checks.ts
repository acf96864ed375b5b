/** The platform, asked with the broker's token as the widget asks it: a session, the broker's probe of it, a socket, the agent, and a polite end. */

import { decodeServerFrame } from '../../../protocol/decode.ts';
import { encodeClientEvent } from '../../../protocol/encode.ts';
import type { ServerEventType } from '../../../protocol/events.ts';
import {
  readPlatformError,
  readSessionId,
  SESSIONS_PATH,
  sessionRequestToWire,
  socketUrl,
  type TokenGrant,
} from '../../../protocol/http-api.ts';
import { quoted, shown } from '../../command/safe-text.ts';
import { type Finding, failed, ok, warning } from '../findings/findings.ts';
import type { Opened, OpenSocket, Ports, Reply } from '../findings/ports.ts';
import { isRedirect, whereSocketTo, whereTo } from '../findings/redirects.ts';
import { because, isLoopback, parseJson } from '../findings/replies.ts';
import { checkCertificate } from './certificate-check.ts';
import { leaveFault } from './cors.ts';
import { checkProbe } from './probe-check.ts';

/** A talkative platform must not hold the doctor up. */
const MAX_FRAMES = 200;

export interface PlatformResult {
  readonly findings: readonly Finding[];
  /** Not secret, but nobody else's business. */
  readonly sessionId?: string;
}

export interface PlatformCase {
  readonly grant: TokenGrant;
  readonly origin: string;
  /** As it was given. */
  readonly broker: string;
}

export async function examinePlatform(given: PlatformCase, ports: Ports): Promise<PlatformResult> {
  const { grant, origin } = given;
  const base = grant.messagingUrl;
  const address = checkAddress(base, origin);
  if (address.status === 'failed') return { findings: [address] };
  const certificate = await checkCertificate('platform-certificate', base, ports);
  const findings = [address, ...(certificate ? [certificate] : [])];
  if (certificate?.status === 'failed') return { findings };
  const session = await createSession(grant, origin, ports);
  findings.push(...session.findings);
  const { sessionId } = session;
  if (sessionId === undefined) return { findings };
  // Before the socket, whose fate may end the session.
  findings.push(await checkProbe({ ...given, sessionId }, ports));
  return { findings: [...findings, ...(await converse(sessionId, grant, origin, ports))], sessionId };
}

function checkAddress(base: string, origin: string): Finding {
  const name = 'platform-address';
  const mend = "Set the broker's NATTER_PLATFORM_URL to the platform's https address.";
  const isHttps = URL.canParse(base) && new URL(base).protocol === 'https:';
  if (!isHttps && !(isLoopback(base) && base.startsWith('http:'))) {
    return failed(name, "The platform's address is neither https nor on this machine.", mend);
  }
  if (isLoopback(base) && !isLoopback(origin)) {
    return failed(name, 'The broker sends every visitor to a platform on their own machine.', mend);
  }
  return ok(name, `${shown(base)}.`);
}

async function createSession(grant: TokenGrant, origin: string, ports: Ports): Promise<PlatformResult> {
  const url = grant.messagingUrl + SESSIONS_PATH;
  const preflight = await ports.network.fetch(url, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization,content-type',
    },
  });
  const created = await ports.network.fetch(url, {
    method: 'POST',
    headers: { Origin: origin, Authorization: `Bearer ${grant.accessToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(sessionRequestToWire({ streamingEnabled: true, platform: 'web' })),
  });
  if (!created.ok) {
    const message = `The platform at ${shown(grant.messagingUrl)} cannot be reached: ${because(created)}.`;
    return {
      findings: [
        failed('session', message, 'Check NATTER_PLATFORM_URL of the broker, and the network of this machine.'),
      ],
    };
  }
  const { reply } = created;
  const sessionId = reply.status >= 200 && reply.status < 300 ? readSessionId(parseJson(reply.text)) : undefined;
  const asking = preflight.ok
    ? leaveFault(preflight.reply, origin, ['authorization', 'content-type'])
    : because(preflight);
  // A refusal often comes without the headers of a good answer, and is another check's finding.
  const cors = platformLeave(asking ?? (sessionId === undefined ? undefined : leaveFault(reply, origin)));
  if (sessionId !== undefined) return { findings: [cors, ok('session', 'The platform makes a session.')], sessionId };
  if (isRedirect(reply)) return { findings: [cors, failed('session', ...redirected(reply))] };
  const error = readPlatformError(parseJson(reply.text));
  const words = error === undefined ? '' : `, ${quoted(error)}`;
  return {
    findings: [
      cors,
      failed('session', `The platform makes no session (${reply.status}${words}).`, sessionMend(reply.status)),
    ],
  };
}

/** The session belongs to the address that answers, and the socket has to be opened at the same. */
function redirected(reply: Reply): [message: string, mend: string] {
  return [
    `${shown(reply.url)} redirects ${whereTo(reply)}, and no session is made.`,
    "Set the broker's NATTER_PLATFORM_URL to the address that answers by itself.",
  ];
}

function platformLeave(fault: string | undefined): Finding {
  const name = 'platform-cors';
  if (fault === undefined) return ok(name, 'The page may ask and read the answer.');
  const mend =
    'Have the provider of the platform, or the proxy before it, allow pages to ask with authorization and content-type.';
  return failed(name, `Browsers keep the page from asking the platform: ${fault}.`, mend);
}

function sessionMend(status: number): string {
  if (status === 401 || status === 403)
    return 'Check that NATTER_PLATFORM_URL and NATTER_CONNECTOR_TOKEN are of one and the same platform.';
  if (status === 429) return 'Wait a minute and try again.';
  if (status === 404) return "Check that NATTER_PLATFORM_URL is the platform's base address, without a path.";
  return "See the platform's logs, or ask its provider.";
}

async function converse(
  sessionId: string,
  grant: TokenGrant,
  origin: string,
  ports: Ports,
): Promise<readonly Finding[]> {
  const { accessToken, messagingUrl, dialect } = grant;
  const url = socketUrl(messagingUrl, { accessToken, sessionId, cursor: null });
  const opened = await ports.network.open(url, origin);
  if (!opened.ok) return [failed('socket', ...whyNoSocket(url, opened, grant))];
  const { socket } = opened;
  try {
    const isJoined =
      socket.send(encodeClientEvent({ type: 'REQUEST_AGENT_JOIN' }, dialect)) &&
      (await receives(socket, ['AGENT_JOINED', 'LIVE_AGENT_JOINED']));
    const isEnded =
      socket.send(encodeClientEvent({ type: 'USER_END_SESSION' }, dialect)) &&
      (await receives(socket, ['SESSION_END']));
    return [ok('socket', 'The socket opens.'), joinFinding(isJoined), endFinding(isEnded)];
  } finally {
    await socket.close();
  }
}

type Refused = Extract<Opened, { readonly ok: false }>;

function whyNoSocket(url: string, refused: Refused, { accessToken }: TokenGrant): [message: string, mend: string] {
  const { status, location = null } = refused;
  if (status === undefined) {
    const mend = 'Let WebSockets to the platform through: a firewall or proxy may block them.';
    return [`The socket does not open: ${because(refused)}.`, mend];
  }
  if (isRedirect({ status })) {
    const where = whereSocketTo(url, status, location, accessToken);
    return [
      `${shown(url)} redirects the socket ${where}, which browsers do not follow.`,
      "Set the broker's NATTER_PLATFORM_URL to the address that answers by itself.",
    ];
  }
  const mend =
    status === 426 || status === 400 || status < 300
      ? 'Let what stands before the platform hand the headers Upgrade and Connection on.'
      : "See the platform's logs, or ask its provider.";
  return [`The socket is refused with ${status}.`, mend];
}

/** Reads frames until one has an event of one of these types. */
async function receives(socket: OpenSocket, types: readonly ServerEventType[]): Promise<boolean> {
  for (let i = 0; i < MAX_FRAMES; i++) {
    const frame = await socket.next();
    if (frame === undefined) return false;
    if (decodeServerFrame(frame).events.some(event => types.includes(event.type))) return true;
  }
  return false;
}

function joinFinding(isJoined: boolean): Finding {
  if (isJoined) return ok('join', 'The agent joins.');
  return warning(
    'join',
    'The agent was asked to join and did not in time.',
    'Check that an agent is deployed for this connector.',
  );
}

function endFinding(isEnded: boolean): Finding {
  if (isEnded) return ok('session-end', 'The session of this check is ended.');
  const message = 'The platform did not say that the session of this check has ended.';
  return warning('session-end', message, 'Nothing is to be done: it ends by itself after ten idle minutes.');
}
