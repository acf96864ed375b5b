import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redact, redactData } from '../../../src/demo/page/redact.ts';

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl_-w';
/** A token that is encrypted with the key directly, so its second part is empty. */
const JWE = 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..aXY_-.Y2lwaGVy-text.dGFn';

describe('redaction', () => {
  it.each([
    ['a token by itself', JWT],
    ['a ticket by itself', JWE],
    ['in an address', `wss://host/ws?access_token=${JWT}&session_id=1`],
    ['in words', `Bearer ${JWT} was refused`],
    ['in JSON', JSON.stringify({ access_token: JWT })],
    ['in JSON that is a string in JSON', JSON.stringify({ body: JSON.stringify({ resume_ticket: JWE }) })],
    ['in JSON, three deep', JSON.stringify({ a: JSON.stringify({ b: JSON.stringify({ resume_ticket: JWE }) }) })],
  ])('takes a token or ticket out: %s', (_, text) => {
    const safe = redact(text);
    expect(safe).toContain('[redacted]');
    for (const secret of [...JWT.split('.'), ...JWE.split('.')].filter(Boolean)) expect(safe).not.toContain(secret);
  });

  it.each([
    ['{"access_token":"opaque-1234"}', '{"access_token":"[redacted]"}'],
    ["{'resumeTicket': 'opaque-1234'}", "{'resumeTicket': '[redacted]'}"],
    ['/ws?access_token=opaque-1234&cursor=4', '/ws?access_token=[redacted]&cursor=4'],
    ['X-Token: opaque-1234', 'X-Token: [redacted]'],
    ['Authorization: Bearer opaque-1234', 'Authorization: [redacted] [redacted]'],
  ])('goes by the name where the value looks like nothing: %s', (text, safe) => {
    expect(redact(text)).toBe(safe);
    expect(redact(text)).not.toContain('opaque');
  });

  it('leaves JSON valid, so that what is left can still be read', () => {
    const text = JSON.stringify({ access_token: JWT, note: 'kept', resume_ticket: JWE, n: 1 });
    expect(JSON.parse(redact(text))).toEqual({
      access_token: '[redacted]',
      note: 'kept',
      resume_ticket: '[redacted]',
      n: 1,
    });
  });

  it.each([
    'Hello, I am Fern.',
    'They said: hey.there.you',
    '{"type":"EVENT_TYPE_HEARTBEAT","payload":{},"metadata":{"custom":{"client_event_id":"hb-1-1"}}}',
    'c27495fc-f172-43ed-a4a5-729e0775eac6',
    'your ticket for the ferry',
  ])('leaves everything else as it is: %s', text => {
    expect(redact(text)).toBe(text);
  });

  it('redaction reaches data at any depth, names and keys included', () => {
    const data = { list: [{ deep: { text: `see ${JWT}` } }], resumeTicket: 'opaque', token: 'opaque', [JWT]: 1, n: 3 };
    expect(redactData(data)).toEqual({
      list: [{ deep: { text: 'see [redacted]' } }],
      resumeTicket: '[redacted]',
      token: '[redacted]',
      '[redacted]': 1,
      n: 3,
    });
  });

  it('no token survives, whatever stands around it', () => {
    const part = fc.stringMatching(/^[\w-]{12,40}$/);
    fc.assert(
      fc.property(part, part, part, fc.string(), fc.string(), (a, b, c, before, after) => {
        const safe = redact(`${before} eyJ${a}.${b}.${c} ${after}`);
        expect(safe).not.toContain(`${a}.${b}`);
        expect(safe).not.toContain(`${b}.${c}`);
      }),
      { numRuns: 200 },
    );
  });
});
