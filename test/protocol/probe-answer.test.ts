import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ProbeAnswer, probeAnswerToWire, readProbeAnswer } from '../../src/protocol/rest.ts';

describe('the answer of a probe', () => {
  it('is read as it was written', () => {
    const answers: fc.Arbitrary<ProbeAnswer> = fc.oneof(
      fc.record({ status: fc.oneof(fc.constant(0), fc.integer({ min: 100, max: 599 })) }),
      fc.record({ status: fc.integer({ min: 100, max: 599 }), retryAfter: fc.integer({ min: 0, max: 86_400 }) }),
    );
    fc.assert(
      fc.property(answers, answer => {
        expect(readProbeAnswer(JSON.parse(JSON.stringify(probeAnswerToWire(answer))))).toEqual(answer);
      }),
    );
  });

  it('has the names of the wire', () => {
    expect(probeAnswerToWire({ status: 429, retryAfter: 7 })).toEqual({ status: 429, retry_after: 7 });
    expect(probeAnswerToWire({ status: 0 })).toEqual({ status: 0 });
  });

  it.each([
    [{ status: 101 }, { status: 101 }],
    [{ status: 0 }, { status: 0 }],
    [{ status: 404, detail: 'more' }, { status: 404 }],
    [
      { status: 429, retry_after: 0 },
      { status: 429, retryAfter: 0 },
    ],
    [
      { status: 429, retry_after: 9e15 },
      { status: 429, retryAfter: 86_400 },
    ],
    [{ status: 429, retry_after: -1 }, { status: 429 }],
    [
      { status: '429', retry_after: '7' },
      { status: 429, retryAfter: 7 },
    ],
    [{ status: 429, retry_after: 1.5 }, { status: 429 }],
    [{ status: 429, retry_after: null }, { status: 429 }],
  ])('%j is read as %j', (wire, answer) => {
    expect(readProbeAnswer(wire)).toEqual(answer);
  });

  it.each([
    undefined,
    null,
    '',
    101,
    [],
    [{ status: 101 }],
    {},
    { status: 'open' },
    { status: null },
    { status: 101.5 },
    { status: -1 },
    { status: 1 },
    { status: 99 },
    { status: 600 },
    { status: 1e300 },
    JSON.parse('{"__proto__":{"status":101}}'),
    { error: { code: 'not_configured', message: '' } },
  ])('%j is no answer', wire => {
    expect(readProbeAnswer(wire)).toBeUndefined();
  });
});
