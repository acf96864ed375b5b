import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSearch } from '../../../src/browser/challenge/find-number.ts';
import { solveChallenge } from '../../../src/browser/challenge/solve-challenge.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

const work = (salt: string, number: number, more: object = {}) => ({
  error: {
    challenge: {
      ...{ kind: 'work', algorithm: 'SHA-256', challenge: hash(salt + number), maxnumber: 1_500, salt, signature: 's' },
      ...more,
    },
  },
});

const numberIn = (solution: string | undefined): unknown => JSON.parse(atob(solution ?? '')).number;

describe('the search', () => {
  it.each([0, 3, 54, 55, 56, 63, 64, 65, 119, 120, 128, 300])(
    'a salt of %i bytes: finds the number with which SHA-256 gives the hash',
    length => {
      const salt = 'salt?&'.repeat(60).slice(0, length);
      for (const number of [0, 9, 10, 1_234]) {
        const search = createSearch({ challenge: hash(salt + number), salt });
        expect(search(0, 1_235)).toBe(number);
        expect(search(number + 1, number + 50)).toBeUndefined();
      }
    },
  );

  it('a salt in other letters than ASCII counts by its bytes in UTF-8', () => {
    expect(createSearch({ challenge: hash('größe7'), salt: 'größe' })(0, 10)).toBe(7);
  });

  it('runs from its text alone, as a worker does it', () => {
    const again = new Function(`return (${createSearch})`)() as typeof createSearch;
    expect(again({ challenge: hash('salt42'), salt: 'salt' })(0, 100)).toBe(42);
  });
});

describe('a proof of work', () => {
  it.each([0, 499, 500, 1_500])('without workers is found in slices: %i', async number => {
    vi.stubGlobal('Worker', undefined);
    expect(numberIn(await solveChallenge(work('salt&', number)))).toBe(number);
  });

  it('a worker gets the task, finds the number, and is stopped', async () => {
    const calls: unknown[] = [];
    vi.stubGlobal(
      'Worker',
      class {
        onmessage?: (event: { data: unknown }) => void;
        postMessage(task: unknown) {
          calls.push(task);
          this.onmessage?.({ data: 7 });
        }
        terminate = () => calls.push('terminated');
      },
    );
    const { error } = work('salt&', 7);
    const { challenge, maxnumber, salt } = error.challenge;
    expect(numberIn(await solveChallenge({ error }))).toBe(7);
    expect(calls).toEqual([{ challenge, maxnumber, salt }, 'terminated']);
  });

  it('slices find the number if a policy of the page refuses the worker', async () => {
    let isPrevented = false;
    vi.stubGlobal(
      'Worker',
      class {
        onerror?: (event: { preventDefault(): void }) => void;
        postMessage() {
          this.onerror?.({
            preventDefault() {
              isPrevented = true;
            },
          });
        }
        terminate() {}
      },
    );
    expect(numberIn(await solveChallenge(work('salt&', 9)))).toBe(9);
    expect(isPrevented).toBe(true);
  });

  it.each<readonly [string, unknown]>([
    ['no challenge', { error: {} }],
    ['no error', null],
    ['a hash that no number has', work('salt&', 2_000)],
    ['another algorithm', work('salt&', 1, { algorithm: 'SHA-512' })],
    ['more work than a phone can do', work('salt&', 1, { maxnumber: 1e12 })],
    ['no largest number', work('salt&', 1, { maxnumber: 'x' })],
    ['another kind', work('salt&', 1, { kind: 'riddle' })],
  ])('with %s has no solution, and nobody is kept busy', async (_, body) => {
    expect(await solveChallenge(body)).toBeUndefined();
  });
});

describe('a captcha of the site', () => {
  const TOKEN = { error: { challenge: { kind: 'token' } } };

  it('the function of the page is asked for the token', async () => {
    expect(await solveChallenge(TOKEN, async () => 'token of the captcha')).toBe('token of the captcha');
  });

  it.each<readonly [string, (() => Promise<string>) | undefined]>([
    ['no function', undefined],
    ['a function that is rejected', () => Promise.reject(new Error('closed'))],
    [
      'a function that throws',
      () => {
        throw new Error('closed');
      },
    ],
    ['a function that returns no text', (async () => 7) as never],
  ])('with %s has no solution', async (_, ask) => {
    expect(await solveChallenge(TOKEN, ask)).toBeUndefined();
  });

  it('a captcha that takes more than two seconds is reported, once', async () => {
    vi.useFakeTimers();
    const lasts = vi.fn();
    let give = (_: string) => {};
    const solving = solveChallenge(TOKEN, () => new Promise(resolve => (give = resolve)), lasts);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(lasts).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(lasts).toHaveBeenCalledTimes(1);
    give('late');
    expect(await solving).toBe('late');
  });

  it('a quick captcha is not reported', async () => {
    vi.useFakeTimers();
    const lasts = vi.fn();
    await solveChallenge(TOKEN, async () => 'quick', lasts);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(lasts).not.toHaveBeenCalled();
  });
});
