import { describe, expect, it } from 'vitest';
import { toSeries, zoomed } from '../../../src/demo/console/concurrency/series.ts';
import { sampleConversations } from '../../../src/demo/console/kit/samples.ts';
import { NOW } from './fake-port.ts';

const at = (minutes: number): string => new Date(minutes * 60_000).toISOString();
const peak = (minutes: number, count: number, variant_name?: string) => ({
  time: at(minutes),
  max_concurrent_conversations: count,
  ...(variant_name === undefined ? {} : { variant_name }),
});

describe('series of the chart', () => {
  it('intervals in any order share one time axis, and windows that are left out count as none', () => {
    const intervals = [peak(5, 2, 'Pine'), peak(0, 1, 'Harbour'), peak(0, 4, 'Pine'), peak(10, 3, 'Harbour')];
    expect(toSeries({ intervals })).toEqual({
      times: [0, 300, 600],
      series: [
        { name: 'Pine', values: [4, 2, 0], peak: 4, peakAt: 0 },
        { name: 'Harbour', values: [1, 0, 3], peak: 3, peakAt: 600 },
      ],
    });
  });

  it('without variants there is one series, and without intervals none', () => {
    expect(toSeries({ intervals: [peak(0, 1)] }).series.map(each => each.name)).toEqual(['All conversations']);
    expect(toSeries({ intervals: [] })).toEqual({ times: [], series: [] });
  });

  it('a zoom stays within the whole, and stops at half an hour', () => {
    const whole = { from: 0, to: 86_400 };
    expect(zoomed(whole, whole, 0.5)).toEqual({ from: 21_600, to: 64_800 });
    expect(zoomed({ from: 0, to: 43_200 }, whole, 1, -1)).toEqual({ from: 0, to: 43_200 });
    expect(zoomed({ from: 43_200, to: 86_400 }, whole, 4)).toEqual(whole);
    const short = zoomed({ from: 0, to: 2_000 }, whole, 0.1);
    expect(short.to - short.from).toBe(1_800);
  });

  it('samples have all ended, and began within the week that the chart shows', () => {
    const samples = sampleConversations(NOW, 200, 'live');
    for (const { started_at, duration_seconds } of samples) {
      expect(Date.parse(started_at) + duration_seconds * 1000).toBeLessThanOrEqual(NOW);
      expect(Date.parse(started_at)).toBeGreaterThan(NOW - 7 * 86_400_000);
    }
    expect(new Set(samples.map(each => each.variant_id)).size).toBe(2);
  });
});
