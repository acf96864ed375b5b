/** Parts that a setting asks for: what the panel gets if they come, come late, or do not come. */

import { signal } from '@preact/signals-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLazyPart, fetchIfWanted } from '../../../src/ui/on-need/fetch-part.ts';

const CHUNK = { styles: '' };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function fetchPart(load: () => Promise<typeof CHUNK>) {
  const wanted = signal<unknown>(false);
  const failed = vi.fn();
  const lazy = createLazyPart(
    load,
    () => {},
    () => 'the part',
  );
  return { wanted, failed, ...fetchIfWanted(() => wanted.value, lazy, failed) };
}

it('a part is fetched when a setting asks for it', async () => {
  const { wanted, part, failed } = fetchPart(async () => CHUNK);
  expect(part.value).toBe(false);
  wanted.value = true;
  expect(part.value).toBeNull();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(part.value).toBe('the part');
  expect(failed).not.toHaveBeenCalled();
});

it.each<[string, () => Promise<typeof CHUNK>]>([
  ['that cannot be fetched', () => Promise.reject(new Error('404'))],
  ['that takes longer than ten seconds', () => new Promise(resolve => setTimeout(resolve, 10_100, CHUNK))],
])('a part %s is reported once, and stays away', async (_, load) => {
  const { wanted, part, failed } = fetchPart(load);
  wanted.value = true;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(part.value).toBe(false);
  wanted.value = 'still';
  await vi.advanceTimersByTimeAsync(20_000);
  expect(part.value).toBe(false);
  expect(failed).toHaveBeenCalledTimes(1);
});
