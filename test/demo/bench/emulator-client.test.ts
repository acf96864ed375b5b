import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEmulatorClient } from '../../../src/demo/bench/emulator-client.ts';

let notes: string[];
let answer: () => Response | Promise<Response>;
let asked: Request[];
const control = () => createEmulatorClient('http://emulator', (title, detail) => notes.push(`${title}: ${detail}`));

beforeEach(() => {
  notes = [];
  asked = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push(new Request(url, init));
    return answer();
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('control API', () => {
  it('an act is sent as JSON and noted with what was sent', async () => {
    answer = () => Response.json({ faults: [] });
    expect(await control().call('POST', 'faults', { kind: 'duplicate' })).toEqual({ ok: true, body: { faults: [] } });
    expect(asked[0]?.url).toBe('http://emulator/_control/faults');
    expect(await asked[0]?.json()).toEqual({ kind: 'duplicate' });
    expect(notes).toEqual(['POST faults: {"kind":"duplicate"}']);
  });

  it.each([
    [
      () => Response.json({ error: '"status" must be a whole number from 400 to 599' }, { status: 400 }),
      /"status" must/,
    ],
    [() => Response.json({ nothing: 1 }, { status: 500 }), /status 500/],
    [() => new Response('<html>', { status: 502 }), /gives no answer .* running\?/],
    [() => Promise.reject(new TypeError('Failed to fetch')), /http:\/\/emulator gives no answer .* running\?/],
  ])('a refusal, a broken answer or silence becomes a sentence', async (given, words) => {
    answer = given;
    const result = await control().call('POST', 'clock', {});
    expect(result).toMatchObject({ ok: false, words: expect.stringMatching(words) });
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatch(words);
  });

  it('an answer without a body is an answer', async () => {
    answer = () => new Response(null, { status: 204 });
    expect(await control().call('DELETE', 'faults')).toEqual({ ok: true, body: {} });
  });

  it('looks are not noted, and of failing ones only the first, until one works again', async () => {
    const { sessions } = control();
    answer = () => Response.json({ sessions: [{ id: 'a' }] });
    expect(await sessions()).toEqual([{ id: 'a' }]);
    expect(notes).toEqual([]);
    answer = () => Promise.reject(new TypeError('gone'));
    expect(await sessions()).toBeNull();
    await sessions();
    expect(notes).toHaveLength(1);
    answer = () => Response.json({ sessions: [] });
    await sessions();
    answer = () => Promise.reject(new TypeError('gone'));
    await sessions();
    expect(notes).toHaveLength(2);
  });

  it('a long session id does not fill the line', async () => {
    answer = () => Response.json({});
    await control().call('POST', 'sessions/c27495fc-f172-43ed-a4a5-729e0775eac6/drop');
    expect(notes[0]).toMatch(/^POST sessions\/c27495fc…\/drop:/);
  });
});
