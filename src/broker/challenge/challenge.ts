/** Challenges for pages that request a token. A program that requests many must do work for each, or solve the site's captcha each time. */

import type { Challenge } from '../../protocol/http-api.ts';
import { type DelayPort, networkCause, withTimeout } from '../endpoints/call-timeout.ts';
import { failure, type Outcome, success } from '../endpoints/responses.ts';
import type { Challenger } from '../endpoints/token-endpoint.ts';
import type { Visit } from '../endpoints/visit.ts';
import type { ProofsOfWork, SolutionRefusal } from './proof-of-work.ts';
import { VerifierError, type Verify } from './verifiers.ts';

export interface ChallengerParts {
  readonly proofs: ProofsOfWork;
  /** Checks a captcha, which replaces the proof of work. */
  readonly verify: Verify | undefined;
  readonly delay: DelayPort;
}

export function createChallenger({ proofs, verify, delay }: ChallengerParts): Challenger {
  async function refuse({ origin }: Visit, why: string): Promise<Outcome<never>> {
    const challenge: Challenge = verify ? { kind: 'token' } : { kind: 'work', ...(await proofs.issue(origin)) };
    const message = `${why} ${verify ? TOKEN_HINT : WORK_HINT}`;
    return { ok: false, error: { code: 'challenge_required', message, challenge } };
  }

  async function judge(solution: string, visit: Visit): Promise<Refusal | undefined> {
    if (!verify) return proofs.check(solution, visit.origin);
    const { origin, address } = visit;
    const isGood = await withTimeout(delay, async () => (await verify(solution, { origin, address })) === true);
    if (isGood === undefined) throw new VerifierError('no answer within 5 s');
    return isGood ? undefined : 'not_verified';
  }

  return {
    ask(visit) {
      visit.log.info('challenge_required', { origin: visit.origin });
      return refuse(visit, 'A new token needs a proof.');
    },

    async check(solution, visit) {
      const { origin, log } = visit;
      let reason: Refusal | undefined;
      try {
        reason = await judge(solution, visit);
      } catch (error) {
        const cause = error instanceof VerifierError ? error.message : networkCause(error);
        log.error('challenge_unchecked', { origin, cause, mend: MEND });
        return failure('upstream_unavailable', 'The proof could not be checked. Try again in a moment.');
      }
      if (reason !== undefined) {
        log.warn('challenge_refused', { origin, reason });
        return refuse(visit, REFUSALS[reason]);
      }
      log.info('challenge_passed', { origin });
      return success(undefined);
    },
  };
}

type Refusal = SolutionRefusal | 'not_verified';

const MEND = 'the option verify: its secret, and the way to the service that it asks';
const WORK_HINT = 'Find the number of the challenge, and send {"solution": "…"}.';
const TOKEN_HINT = 'Send the token of the captcha of this site as {"solution": "…"}.';

const REFUSALS: Readonly<Record<Refusal, string>> = {
  unreadable: 'The solution cannot be read.',
  foreign: 'The solution is for a challenge of another broker, or of another origin.',
  expired: 'The challenge has expired.',
  wrong: 'The solution is wrong.',
  spent: 'The solution has been used before.',
  not_verified: 'The token of the captcha was refused.',
};
