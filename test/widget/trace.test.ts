// @vitest-environment node

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TraceEntry } from '../../src/entries/index.ts';
import { createChat } from '../../src/widget/chat/create-chat.ts';
import { readSettings } from '../../src/widget/chat/report-settings.ts';

const BROKER = 'https://chat.example.com';
let warned: string[];

beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  warned = [];
  vi.spyOn(console, 'warn').mockImplementation(line => warned.push(`${line}`));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('trace', () => {
  it('a trace function gets each input and its result', async () => {
    const entries: TraceEntry[] = [];
    const chat = createChat({ broker: BROKER, remember: 'nothing', trace: entry => entries.push(entry) });
    expect(entries).toEqual([]);
    chat.open();
    await expect
      .poll(() => entries.find(entry => entry.kind === 'input'))
      .toMatchObject({ input: { type: 'openRequested' }, phase: 'authorizing' });
    chat.dispose();
  });

  it('a trace function that throws is reported once, and the chat goes on', async () => {
    const chat = createChat({
      broker: BROKER,
      remember: 'nothing',
      trace: () => {
        throw new Error('mine, not yours');
      },
    });
    chat.open();
    chat.setDraft('half a');
    await expect.poll(() => chat.state.value.draft).toBe('half a');
    expect(chat.state.value.open).toBe(true);
    expect(warned.filter(line => line.includes('trace_failed'))).toEqual([
      '[natter] trace_failed: "trace" threw: Error: mine, not yours',
    ]);
    chat.dispose();
  });

  it.each([Symbol('mine'), Object.create(null)])(
    'a trace function that throws a value without a text does no harm',
    async thrown => {
      const chat = createChat({
        broker: BROKER,
        remember: 'nothing',
        trace: () => {
          throw thrown;
        },
      });
      chat.setDraft('half a');
      await expect.poll(() => chat.state.value.draft).toBe('half a');
      expect(warned.filter(line => line.includes('trace_failed'))).toHaveLength(1);
      chat.dispose();
    },
  );

  it.each(['', 'console.log', true, {}, null])('trace must be a function: %j', trace => {
    const { settings, warnings } = readSettings({ broker: BROKER, trace });
    expect(settings?.trace).toBeUndefined();
    expect(warnings.map(each => each.code)).toEqual(['invalid_setting']);
    expect(warnings[0]?.message).toContain('function');
  });

  it('no trace without the setting', () => {
    expect(readSettings({ broker: BROKER })).toMatchObject({ settings: { trace: undefined }, warnings: [] });
  });
});

describe('a page over plain http', () => {
  it('a page over plain http warns once that nothing is stored, unless nothing should be', () => {
    vi.stubGlobal('isSecureContext', false);
    createChat({ broker: BROKER, remember: 'nothing' }).dispose();
    expect(warned).toEqual([]);
    createChat({ broker: BROKER }).dispose();
    expect(warned.map(line => line.split(':')[0])).toEqual(['[natter] insecure_page']);
  });
});
