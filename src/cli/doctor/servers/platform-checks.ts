/** Checks the platform with the calls of the widget: session, probe, socket, agent join, and the end of the session. */

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
import { displayUrl, quoted } from '../../command/safe-text.ts';
import { type Finding, failed, ok, warning } from '../findings/findings.ts';
import type { Opened, OpenSocket, Ports, Reply } from '../findings/ports.ts';
import { describeSocketTarget, describeTarget, isRedirect } from '../findings/redirects.ts';
import { describeCause, isLoopback, parseJson } from '../findings/replies.ts';
import { checkCertificate } from './certificate-check.ts';
import { corsFault } from './cors.ts';
import { checkProbe } from './probe-check.ts';

/** Largest number of frames to read. The doctor must end even if the platform never stops sending. */
const MAX_FRAMES = 200;

export interface PlatformResult {
  readonly findings: readonly Finding[];
  /** Id of the session. */
  readonly sessionId?: string;
}

export interface PlatformCase {
  readonly grant: TokenGrant;
  readonly origin: string;
  /** Address as the user or the page wrote it. */
  readonly broker: string;
}

export async function examinePlatform(given: PlatformCase, ports: Ports): Promise<PlatformResult> {
  const { grant, origin } = given;
  const base = grant.messagingUrl;
  const address = checkPlatformAddress(base, origin);
  if (address.status === 'failed') return { findings: [address] };
  const certificate = await checkCertificate('platform-certificate', base, ports);
  const findings = [address, ...(certificate ? [certificate] : [])];
  if (certificate?.status === 'failed') return { findings };
  const session = await createPlatformSession(grant, origin, ports);
  findings.push(...session.findings);
  const { sessionId } = session;
  if (sessionId === undefined) return { findings };
  // The probe comes first, because the socket ends the session.
  findings.push(await checkProbe({ ...given, sessionId }, ports));
  return { findings: [...findings, ...(await examinePlatformSocket(sessionId, grant, origin, ports))], sessionId };
}

function checkPlatformAddress(base: string, origin: string): Finding {
  const name = 'platform-address';
  const fix = "Set the broker's NATTER_PLATFORM_URL to the platform's https address.";
  const isHttps = URL.canParse(base) && new URL(base).protocol === 'https:';
  if (!isHttps && !(isLoopback(base) && base.startsWith('http:'))) {
    return failed(name, "The platform's address is neither https nor on this machine.", fix);
  }
  if (isLoopback(base) && !isLoopback(origin)) {
    return failed(name, 'The broker sends every visitor to a platform on their own machine.', fix);
  }
  return ok(name, `${displayUrl(base)}.`);
}

async function createPlatformSession(grant: TokenGrant, origin: string, ports: Ports): Promise<PlatformResult> {
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
    const message = `The platform at ${displayUrl(grant.messagingUrl)} cannot be reached: ${describeCause(created)}.`;
    return {
      findings: [
        failed('session', message, 'Check NATTER_PLATFORM_URL of the broker, and the network of this machine.'),
      ],
    };
  }
  const { reply } = created;
  const sessionId = reply.status >= 200 && reply.status < 300 ? readSessionId(parseJson(reply.text)) : undefined;
  const asking = preflight.ok
    ? corsFault(preflight.reply, origin, ['authorization', 'content-type'])
    : describeCause(preflight);
  // If the session was refused, reports no missing CORS headers: refusals often have none, and another check reports the refusal.
  const cors = platformCorsFinding(asking ?? (sessionId === undefined ? undefined : corsFault(reply, origin)));
  if (sessionId !== undefined) return { findings: [cors, ok('session', 'The platform makes a session.')], sessionId };
  if (isRedirect(reply)) return { findings: [cors, failed('session', ...explainPlatformRedirect(reply))] };
  const error = readPlatformError(parseJson(reply.text));
  const words = error === undefined ? '' : `, ${quoted(error)}`;
  return {
    findings: [
      cors,
      failed('session', `The platform makes no session (${reply.status}${words}).`, sessionFix(reply.status)),
    ],
  };
}

/** Explains a redirect, which is a failure: session and socket must have the same address. */
function explainPlatformRedirect(reply: Reply): [message: string, fix: string] {
  return [
    `${displayUrl(reply.url)} redirects ${describeTarget(reply)}, and no session is made.`,
    "Set the broker's NATTER_PLATFORM_URL to the address that answers without a redirect.",
  ];
}

function platformCorsFinding(fault: string | undefined): Finding {
  const name = 'platform-cors';
  if (fault === undefined) return ok(name, 'The page may ask and read the answer.');
  const fix =
    'Have the provider of the platform, or the proxy before it, allow pages to ask with authorization and content-type.';
  return failed(name, `Browsers keep the page from asking the platform: ${fault}.`, fix);
}

function sessionFix(status: number): string {
  if (status === 401 || status === 403)
    return 'Check that NATTER_PLATFORM_URL and NATTER_CONNECTOR_TOKEN are of one and the same platform.';
  if (status === 429) return 'Wait a minute and try again.';
  if (status === 404) return "Check that NATTER_PLATFORM_URL is the platform's base address, without a path.";
  return "See the platform's logs, or ask its provider.";
}

async function examinePlatformSocket(
  sessionId: string,
  grant: TokenGrant,
  origin: string,
  ports: Ports,
): Promise<readonly Finding[]> {
  const { accessToken, messagingUrl, dialect } = grant;
  const url = socketUrl(messagingUrl, { accessToken, sessionId, cursor: null });
  const opened = await ports.network.open(url, origin);
  if (!opened.ok) return [failed('socket', ...explainRefusedSocket(url, opened, grant))];
  const { socket } = opened;
  try {
    const isJoined =
      socket.send(encodeClientEvent({ type: 'REQUEST_AGENT_JOIN' }, dialect)) &&
      (await receivesEvent(socket, ['AGENT_JOINED', 'LIVE_AGENT_JOINED']));
    const isEnded =
      socket.send(encodeClientEvent({ type: 'USER_END_SESSION' }, dialect)) &&
      (await receivesEvent(socket, ['SESSION_END']));
    return [ok('socket', 'The socket opens.'), agentJoinFinding(isJoined), sessionEndFinding(isEnded)];
  } finally {
    await socket.close();
  }
}

type Refused = Extract<Opened, { readonly ok: false }>;

function explainRefusedSocket(
  url: string,
  refused: Refused,
  { accessToken }: TokenGrant,
): [message: string, fix: string] {
  const { status, location = null } = refused;
  if (status === undefined) {
    const fix = 'Let WebSockets to the platform through: a firewall or proxy may block them.';
    return [`The socket does not open: ${describeCause(refused)}.`, fix];
  }
  if (isRedirect({ status })) {
    const where = describeSocketTarget(url, status, location, accessToken);
    return [
      `${displayUrl(url)} redirects the socket ${where}, which browsers do not follow.`,
      "Set the broker's NATTER_PLATFORM_URL to the address that answers without a redirect.",
    ];
  }
  const fix =
    status === 426 || status === 400 || status < 300
      ? 'Let what stands before the platform hand the headers Upgrade and Connection on.'
      : "See the platform's logs, or ask its provider.";
  return [`The socket is refused with ${status}.`, fix];
}

/** Reads frames until one has an event of one of these types. */
async function receivesEvent(socket: OpenSocket, types: readonly ServerEventType[]): Promise<boolean> {
  for (let i = 0; i < MAX_FRAMES; i++) {
    const frame = await socket.next();
    if (frame === undefined) return false;
    if (decodeServerFrame(frame).events.some(event => types.includes(event.type))) return true;
  }
  return false;
}

function agentJoinFinding(isJoined: boolean): Finding {
  if (isJoined) return ok('join', 'The agent joins.');
  return warning(
    'join',
    'The agent was asked to join and did not in time.',
    'Check that an agent is deployed for this connector.',
  );
}

function sessionEndFinding(isEnded: boolean): Finding {
  if (isEnded) return ok('session-end', 'The session of this check is ended.');
  const message = 'The platform did not say that the session of this check has ended.';
  return warning('session-end', message, 'Nothing is to be done: it ends by itself after ten idle minutes.');
}
