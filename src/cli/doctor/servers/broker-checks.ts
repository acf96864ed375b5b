/** Checks the broker with the requests that a page makes. Never prints the token that the broker returns. */

import { readBrokerError, readTokenGrant, type TokenGrant } from '../../../protocol/http-api.ts';
import { displayUrl, quoted } from '../../command/safe-text.ts';
import { type Finding, failed, ok, warning } from '../findings/findings.ts';
import type { Fetched, Ports, Reply } from '../findings/ports.ts';
import { describeTarget, isRedirect, redirectTarget } from '../findings/redirects.ts';
import { describeCause, isLoopback, jsonObject, parseJson } from '../findings/replies.ts';
import { checkCertificate } from './certificate-check.ts';
import { corsFault } from './cors.ts';

export interface BrokerCase {
  /** Address as the user or the page wrote it. */
  readonly broker: string;
  /** Origin of the page; undefined if unknown. */
  readonly origin: string | undefined;
  /** True if the address comes from an attribute of `<natter-chat>`. */
  readonly ofElement?: boolean;
}

export interface BrokerResult {
  readonly findings: readonly Finding[];
  readonly grant?: TokenGrant;
}

/** Matches the addresses that the widget accepts. */
const USABLE = /^(https:\/\/[^/?#@]+|http:\/\/(localhost|127\.[\d.]+|\[::1])(:\d+)?)(\/[^?#@]*)?$/i;

export async function examineBroker(given: BrokerCase, ports: Ports): Promise<BrokerResult> {
  const address = checkBrokerAddress(given);
  if (address.status === 'failed') return { findings: [address] };
  const base = given.broker.replace(/\/+$/, '');
  const certificate = await checkCertificate('broker-certificate', base, ports);
  const findings = [address, ...(certificate ? [certificate] : [])];
  if (certificate?.status === 'failed') return { findings };
  const identity = await checkBrokerIdentity(base, ports);
  findings.push(...identity);
  if (identity.some(each => each.status === 'failed')) return { findings };
  if (given.origin === undefined) {
    const message = 'Which page the broker is for is not known.';
    findings.push(
      warning('broker-origin', message, "Give the page's origin, --origin https://www.example.com, to check the rest."),
    );
    return { findings };
  }
  const rest = await requestBrokerToken(base, given.origin, ports);
  return { ...rest, findings: [...findings, ...rest.findings] };
}

function checkBrokerAddress({ broker, origin, ofElement = false }: BrokerCase): Finding {
  const name = 'broker-address';
  const attribute = ofElement ? 'broker' : 'data-broker';
  const fix = `Write the broker's https address into ${attribute}, like https://chat.example.com.`;
  if (broker === '') {
    // Suggests --broker for an element: a framework or a script may set its property, which the doctor cannot see.
    const other = ofElement ? ' If a script sets it, check the rest with --broker.' : '';
    const place = ofElement ? 'natter-chat' : 'The tag';
    return failed(name, `${place} has no ${attribute}, so Natter shows nothing.`, `${fix}${other}`);
  }
  if (!USABLE.test(broker))
    return failed(name, `The broker's address is of no use: ${explainBadBrokerAddress(broker)}.`, fix);
  if (/\/(token|health|probe)\/*$/.test(broker)) {
    return failed(
      name,
      "The broker's address ends in the path of one of its answers.",
      'Write its base address: leave the last part off.',
    );
  }
  if (isLoopback(broker) && origin !== undefined && !isLoopback(origin)) {
    return failed(name, "The broker's address leads every visitor to their own machine.", fix);
  }
  return ok(name, `${displayUrl(broker)}.`);
}

function explainBadBrokerAddress(broker: string): string {
  if (!URL.canParse(broker)) return `${quoted(broker)} is no whole address`;
  const { protocol, username, password, search, hash } = new URL(broker);
  if (protocol === 'http:') return 'it is plain http, which is for this machine only';
  if (username !== '' || password !== '') return 'it has a user name in it';
  if (search !== '' || hash !== '') return 'it has a query or a fragment, which would get lost';
  return 'it is not https';
}

/** Checks that the server is a broker. Sends GET /token, which creates no token: a broker refuses it with an error in its own format. */
async function checkBrokerIdentity(base: string, ports: Ports): Promise<readonly Finding[]> {
  const health = await ports.network.fetch(`${base}/health`);
  if (!health.ok) {
    const message = `The broker at ${displayUrl(base)} cannot be reached: ${describeCause(health)}.`;
    return [failed('broker-reachable', message, 'Start the broker; check address, port and firewall.')];
  }
  const reachedFinding = ok('broker-reachable', `${displayUrl(base)} answers.`);
  const name = 'broker-is-natter';
  const token = await ports.network.fetch(`${base}/token`);
  if (token.ok && readBrokerError(parseJson(token.reply.text)) && jsonObject(health.reply.text)?.status === 'ok') {
    return [reachedFinding, ok(name, 'It is a broker of Natter.')];
  }
  return [reachedFinding, failed(name, ...explainForeignServer(base, health.reply, token))];
}

function explainForeignServer(base: string, health: Reply, token: Fetched): [message: string, fix: string] {
  const reply = token.ok ? token.reply : health;
  const { status } = reply;
  if (status >= 500) {
    return [
      `What stands before the broker at ${displayUrl(base)} answers ${status}.`,
      'Start the broker, and check where the proxy sends requests.',
    ];
  }
  if (isRedirect(reply)) return explainBrokerRedirect(base, reply);
  if (token.ok && typeof jsonObject(token.reply.text)?.error === 'string') {
    return [
      `What answers at ${displayUrl(base)} speaks like the platform itself.`,
      "Write the broker's address into data-broker, not the platform's.",
    ];
  }
  return [
    `What answers at ${displayUrl(base)} is not a broker of Natter (${status} for /token).`,
    'Check the address, its path included, and that the proxy hands /token and /health on unchanged.',
  ];
}

/** Explains a redirect of /token. Browsers do not follow it, because a preflight must not be redirected. */
function explainBrokerRedirect(base: string, reply: Reply): [message: string, fix: string] {
  const message = `${displayUrl(reply.url)} redirects ${describeTarget(reply)}, which browsers do not follow here.`;
  const target = redirectTarget(reply)?.replace(/\?.*$/s, '');
  const other = target?.endsWith('/token') ? target.slice(0, -'/token'.length) : undefined;
  if (other === undefined || other === base || !USABLE.test(other)) {
    return [message, 'Let what stands before the broker hand /token, /probe and /health on without redirects.'];
  }
  return [message, `If the broker is there, write ${displayUrl(other)} into data-broker.`];
}

async function requestBrokerToken(base: string, origin: string, ports: Ports): Promise<BrokerResult> {
  const preflight = await ports.network.fetch(`${base}/token`, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type',
    },
  });
  const posted = await ports.network.fetch(`${base}/token`, {
    method: 'POST',
    headers: { Origin: origin, 'Content-Type': 'application/json' },
    body: '{}',
  });
  if (!posted.ok) {
    const message = `The broker did not answer when it was asked for a token: ${describeCause(posted)}.`;
    return { findings: [failed('token', message, 'See the log of the broker, and what stands before it.')] };
  }
  const refusal = readBrokerError(parseJson(posted.reply.text));
  if (refusal?.code === 'origin_not_allowed') {
    if (/no Origin header/.test(refusal.message)) {
      const message =
        'The question for a token reached the broker without the header Origin, which a proxy before it removes.';
      const fix = 'Let what stands before the broker hand the header Origin on unchanged.';
      return { findings: [failed('broker-origin', message, fix)] };
    }
    const fix = `Add ${origin} to NATTER_ALLOWED_ORIGINS and start the broker anew.`;
    return { findings: [failed('broker-origin', `The broker does not allow pages of ${origin}.`, fix)] };
  }
  const allowed = ok('broker-origin', `Pages of ${origin} are allowed.`);
  const cors = checkBrokerCors(origin, preflight, posted.reply);
  if (refusal?.code === 'challenge_required') {
    const message = 'The broker wants a proof before it gives a token, so what lies behind the token was not examined.';
    const fix = 'Nothing, if NATTER_CHALLENGE is always. Examine the rest with a broker that has NATTER_CHALLENGE=off.';
    return { findings: [allowed, cors, warning('token', message, fix)] };
  }
  if (refusal?.code === 'not_authorized') {
    const message =
      'The broker gives tokens to signed-in visitors only, so what lies behind the token was not examined.';
    const fix = 'Nothing, if NATTER_JWT_REQUIRED is on. Examine the rest with a broker that serves anonymous visitors.';
    return { findings: [allowed, cors, warning('token', message, fix)] };
  }
  const grant = posted.reply.status === 200 ? readBrokerGrant(posted.reply) : undefined;
  if (!grant) return { findings: [allowed, cors, failed('token', ...explainMissingToken(base, posted.reply))] };
  return { findings: [allowed, cors, tokenFinding(grant)], grant };
}

function readBrokerGrant({ text }: Reply): TokenGrant | undefined {
  const grant = readTokenGrant(parseJson(text));
  return grant && { ...grant, messagingUrl: grant.messagingUrl.replace(/\/+$/, '') };
}

function tokenFinding({ resumeTicket }: TokenGrant): Finding {
  if (resumeTicket !== '') return ok('token', 'The broker gives a token and a ticket.');
  const message = 'The broker gives a token without a ticket, so a reload begins a new conversation.';
  const fix =
    "See the broker's log: the platform's tokens may be too long. With NATTER_DEVICE_KEY=require only browsers get one.";
  return warning('token', message, fix);
}

function checkBrokerCors(origin: string, preflight: Fetched, actual: Reply): Finding {
  const name = 'broker-cors';
  const proxy = 'Let what stands before the broker hand OPTIONS and all headers on unchanged, and add none of its own.';
  const refusal = preflight.ok ? corsFault(preflight.reply, origin, ['content-type']) : describeCause(preflight);
  if (refusal !== undefined)
    return failed(name, `The browser's question whether the page may ask fails: ${refusal}.`, proxy);
  const fault = corsFault(actual, origin);
  if (fault !== undefined) return failed(name, `The page may not read the answer: ${fault}.`, proxy);
  return ok(name, 'The page may ask and read the answer.');
}

const CODES: Readonly<Record<string, [message: string, fix: string]>> = {
  rate_limited: [
    'The broker has been asked too often from this address.',
    'Wait a minute; raise NATTER_RATE_LIMIT if visitors share an address.',
  ],
  upstream_rejected: [
    "The platform refuses the broker's credentials.",
    'Check NATTER_CONNECTOR_TOKEN, NATTER_HOST and NATTER_PLATFORM_URL of the broker.',
  ],
  upstream_unavailable: [
    'The broker does not reach the platform.',
    'Check NATTER_PLATFORM_URL and whether the broker may go out; its log names the cause.',
  ],
};

function explainMissingToken(base: string, reply: Reply): [message: string, fix: string] {
  const { status, text } = reply;
  if (isRedirect(reply)) return explainBrokerRedirect(base, reply);
  const refusal = readBrokerError(parseJson(text));
  const known = refusal && CODES[refusal.code];
  if (known) return known;
  const said = refusal ? `, ${quoted(refusal.message)}` : '';
  return [`The broker gives no token (${status}${said}).`, "See the broker's log."];
}
