/** Calls that need a token: the requests, the inputs to the machine, and the answers that come too late. */

import { describe, expect, it } from 'vitest';
import { createAccess } from '../../src/client/access-token.ts';
import type { Answer } from '../../src/client/api/ports.ts';
import type { ProbeAnswer, TokenGrant } from '../../src/protocol/http-api.ts';
import type { Fact } from '../../src/session/state/inputs.ts';
import { GRANT, TICKET } from './fixtures/fake-ports.ts';

const effect = { attempt: 7 } as never;

/** A broker and a platform that give these answers in order. */
function setUp(answers: readonly (Answer<TokenGrant> | Answer<string> | Answer<ProbeAnswer>)[]) {
  const left = [...answers];
  const asked: unknown[] = [];
  const facts: Fact[] = [];
  const give =
    (name: string) =>
    async (...given: readonly unknown[]) => {
      asked.push([name, ...given]);
      return left.shift() as never;
    };
  const access = createAccess(
    {
      api: {
        fetchToken: give('token'),
        createSession: give('session'),
        probe: give('probe'),
        revoke: ticket => asked.push(['revoke', ticket]),
      },
      log: { warn: () => {} },
      environment: { online: true, deviceType: 'tablet', subscribe: () => () => {} },
    },
    { streaming: false, platform: 'web' },
    { report: fact => facts.push(fact), ticketChanged() {} },
  );
  return { access, asked, facts };
}

const granted = (more: Partial<TokenGrant> = {}): Answer<TokenGrant> => ({ ok: true, value: { ...GRANT, ...more } });
const failed = (kind: 'network' | 'unavailable' | 'unauthorized') => ({ ok: false, failure: { kind } }) as const;

describe('access', () => {
  it('[R21] the machine hears in milliseconds how long a token is good', async () => {
    const { access, facts } = setUp([granted({ expiresIn: 90 })]);
    await access.fetchToken(effect);
    expect(facts).toEqual([
      { type: 'tokenReceived', attempt: 7, resumed: false, expiresInMs: 90_000, canProbe: false },
    ]);
  });

  it.each([
    [['probe', 'more'], TICKET, true],
    [['more'], TICKET, false],
    [['probe'], '', false],
  ])(
    '[R20] a broker that offers %j with the ticket %j can be asked to look: %s',
    async (features, resumeTicket, can) => {
      const { access, facts } = setUp([granted({ features, resumeTicket })]);
      await access.fetchToken(effect);
      expect(facts).toMatchObject([{ canProbe: can }]);
    },
  );

  it('a long challenge of the broker is a fact of the attempt that asks for the token', async () => {
    const { access, asked, facts } = setUp([granted()]);
    await access.fetchToken(effect);
    const [, , lasts] = asked[0] as [string, undefined, () => void];
    lasts();
    expect(facts.at(-1)).toEqual({ type: 'challengeLasts', attempt: 7 });
  });

  it('[G57] [W159] the platform is told the view, the device, and whether replies are streamed', async () => {
    const { access, asked, facts } = setUp([granted(), { ok: true, value: 's1' }]);
    await access.fetchToken(effect);
    await access.createSession(effect);
    expect(asked.at(-1)).toEqual(['session', GRANT, { streaming: false, platform: 'web', deviceType: 'tablet' }]);
    expect(facts.at(-1)).toEqual({ type: 'sessionCreated', attempt: 7, sessionId: 's1' });
  });

  it('[R10] a session that is refused is one that has failed', async () => {
    const { access, facts } = setUp([granted(), failed('unauthorized')]);
    await access.fetchToken(effect);
    await access.createSession(effect);
    expect(facts.at(-1)).toEqual({ type: 'sessionFailed', attempt: 7, failure: { kind: 'unauthorized' } });
  });

  it.each([
    [
      { ok: true, value: { status: 404 } },
      { type: 'probed', attempt: 7, status: 404 },
    ],
    [
      { ok: true, value: { status: 429, retryAfter: 3 } },
      { type: 'probed', attempt: 7, status: 429, retryAfterMs: 3_000 },
    ],
    [failed('unavailable'), { type: 'probeFailed', attempt: 7, failure: { kind: 'unavailable' } }],
  ] as const)('[R15] the result of a probe reaches the machine: %j', async (answer, fact) => {
    const { access, asked, facts } = setUp([granted(), answer]);
    await access.fetchToken(effect);
    await access.probe({ attempt: 7, sessionId: 's1' } as never);
    expect(asked.at(-1)).toEqual(['probe', 's1', TICKET]);
    expect(facts.at(-1)).toEqual(fact);
  });

  it('[R22] a ticket that could not be renewed stays; one that was renewed takes its place', async () => {
    const { access } = setUp([granted(), failed('network'), granted({ resumeTicket: 'another' })]);
    await access.fetchToken(effect);
    await access.renewTicket();
    expect(access.ticket).toBe(TICKET);
    await access.renewTicket();
    expect(access.ticket).toBe('another');
  });

  it('[S2] nobody hears of what was asked with a token that is of no use any more', async () => {
    const { access, facts } = setUp([
      granted(),
      { ok: true, value: 's1' },
      { ok: true, value: { status: 101 } },
      granted({ resumeTicket: 'late' }),
    ]);
    await access.fetchToken(effect);
    const late = [access.createSession(effect), access.probe(effect), access.renewTicket()];
    access.dropToken();
    await Promise.all(late);
    expect(facts).toHaveLength(1);
    expect(access.ticket).toBe('');
  });

  it('[R28] the ticket of a conversation that is over is revoked, once, unless the broker is known not to do that', async () => {
    const { access, asked } = setUp([granted({ features: ['revoke'] }), granted({ features: [] })]);
    await access.fetchToken(effect);
    access.dropToken(true);
    access.dropToken(true);
    expect(asked.slice(1)).toEqual([['revoke', TICKET]]);
    await access.fetchToken(effect);
    access.dropToken(true);
    access.ticket = 'of an earlier page';
    access.dropToken(true);
    expect(asked.slice(3)).toEqual([['revoke', 'of an earlier page']]);
  });

  it('[R28] a ticket that is dropped for another reason is not revoked', async () => {
    const { access, asked } = setUp([granted({ features: ['revoke'] })]);
    await access.fetchToken(effect);
    access.dropToken();
    expect(asked).toHaveLength(1);
  });
});
