/** Several tabs of one page, each with an attention of its own; the browser between them is this file's. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Attention, createAttention } from '../../src/widget/attention.ts';

let channels: Set<FakeChannel>;
let tabs: Attention[];

/** Delivers at once, to all others of its name. */
class FakeChannel {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  constructor(readonly name: string) {
    channels.add(this);
  }
  postMessage(data: unknown): void {
    for (const each of channels) if (each !== this && each.name === this.name) each.onmessage?.({ data });
  }
  close(): void {
    channels.delete(this);
  }
}

beforeEach(() => {
  channels = new Set();
  tabs = [];
  vi.stubGlobal('BroadcastChannel', FakeChannel);
});

afterEach(() => {
  for (const each of tabs) each.stop();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function open(name = 'shop'): Attention {
  const tab = createAttention(name);
  tabs.push(tab);
  return tab;
}

function look(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

const speakers = (): number => tabs.filter(each => each.isSpeaker()).length;

describe('attention', () => {
  it('[W96] of several tabs exactly one speaks, whoever comes or goes', () => {
    look('hidden');
    open();
    expect(speakers()).toBe(1);
    open();
    open();
    expect(speakers()).toBe(1);
    const speaker = tabs.findIndex(each => each.isSpeaker());
    tabs.splice(speaker, 1)[0]?.stop();
    expect(speakers()).toBe(1);
  });

  it('[W96] tabs know whether one of them is looked at', () => {
    look('hidden');
    const one = open();
    const two = open();
    expect([one.isLooked(), two.isLooked()]).toEqual([false, false]);
    look('visible');
    expect([one.isLooked(), two.isLooked()]).toEqual([true, true]);
  });

  it('[W96] other widgets of the site have no say', () => {
    look('hidden');
    open('shop');
    open('bank');
    expect(speakers()).toBe(2);
  });

  it('[W96] a page that is put away leaves the matter to the others, and holds no channel', () => {
    look('hidden');
    open();
    window.dispatchEvent(new Event('pagehide'));
    expect(channels.size).toBe(0);
    window.dispatchEvent(new Event('pageshow'));
    expect(channels.size).toBe(1);
    expect(speakers()).toBe(1);
  });

  it('[W96] where the browser denies it, each tab speaks for itself', () => {
    vi.stubGlobal('BroadcastChannel', function denied() {
      throw new Error('Denied.');
    });
    look('hidden');
    expect(open().isSpeaker()).toBe(true);
  });
});
