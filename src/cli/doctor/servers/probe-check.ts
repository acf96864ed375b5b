/**
 * Checks the broker's probe with the request that a page makes when its socket is refused. Without a probe, the page cannot distinguish a lost
 * session from a broken network.
 */

import { readBrokerError, type TokenGrant } from '../../../protocol/http-api.ts';
import { displayUrl, quoted } from '../../command/safe-text.ts';
import { type Finding, failed, ok, skipped, warning } from '../findings/findings.ts';
import type { Ports, Reply } from '../findings/ports.ts';
import { describeTarget, isRedirect } from '../findings/redirects.ts';
import { describeCause, jsonObject, parseJson } from '../findings/replies.ts';
import { corsFault } from './cors.ts';

export interface ProbeCase {
  /** Address as the user or the page wrote it. */
  readonly broker: string;
  readonly origin: string;
  readonly grant: TokenGrant;
  /** Id of an open session. */
  readonly sessionId: string;
}

const NAME = 'probe';
/** Status of a successful handshake. */
const SWITCHING_PROTOCOLS = 101;
const HAND_ON = 'Let what stands before the broker hand /probe on as it does /token, OPTIONS and all headers included.';

export async function checkProbe({ broker, origin, grant, sessionId }: ProbeCase, ports: Ports): Promise<Finding> {
  if (!grant.features.includes('probe')) return skipped(NAME, 'The broker offers no probe.');
  if (grant.resumeTicket === '') return skipped(NAME, 'The broker gives no ticket to ask for a probe with.');
  if (grant.resumeTicket.startsWith('cookie.')) return skipped(NAME, 'The broker keeps its tickets in cookies.');
  const url = `${broker.replace(/\/+$/, '')}/probe`;
  const preflight = await ports.network.fetch(url, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type',
    },
  });
  const posted = await ports.network.fetch(url, {
    method: 'POST',
    headers: { Origin: origin, 'Content-Type': 'application/json' },
    body: JSON.stringify({ session_id: sessionId, resume_ticket: grant.resumeTicket }),
  });
  if (!posted.ok) {
    const message = `The broker did not answer when it was asked to try the socket: ${describeCause(posted)}.`;
    return failed(NAME, message, 'See the log of the broker, and what stands before it.');
  }
  const { reply } = posted;
  if (isRedirect(reply)) {
    return failed(
      NAME,
      `${displayUrl(reply.url)} redirects ${describeTarget(reply)}, which browsers do not follow here.`,
      HAND_ON,
    );
  }
  const fault = preflight.ok
    ? (corsFault(preflight.reply, origin, ['content-type']) ?? corsFault(reply, origin))
    : describeCause(preflight);
  if (fault !== undefined)
    return failed(NAME, `The broker offers a probe, and a page may not ask for it: ${fault}.`, HAND_ON);
  return judgeProbeReply(reply);
}

function judgeProbeReply({ status, text }: Reply): Finding {
  const refusal = readBrokerError(parseJson(text));
  if (refusal?.code === 'rate_limited') {
    return warning(NAME, 'The broker has been asked too often to try the socket.', 'Wait a minute and try again.');
  }
  if (refusal) {
    return failed(
      NAME,
      `The broker does not try the socket (${status}, ${quoted(refusal.message)}).`,
      "See the broker's log.",
    );
  }
  const tried = status === 200 ? jsonObject(text)?.status : undefined;
  if (typeof tried !== 'number') {
    return failed(NAME, `The probe is answered with ${status}, and not by the broker.`, HAND_ON);
  }
  if (tried === SWITCHING_PROTOCOLS) return ok(NAME, "The broker reaches the platform's socket.");
  if (tried === 0) {
    const fix =
      'Let the broker open WebSockets to the platform, past any outgoing proxy; its log names the cause, probe_unanswered.';
    return failed(
      NAME,
      "The broker does not reach the platform's socket, so pages cannot learn why theirs is refused.",
      fix,
    );
  }
  return failed(NAME, `The broker is refused the socket with ${tried}.`, probeFix(tried));
}

function probeFix(status: number): string {
  if (status === 429) return 'Wait a minute and try again.';
  return "Check that the broker's NATTER_PLATFORM_URL leads it where it leads pages; see the platform's logs.";
}
