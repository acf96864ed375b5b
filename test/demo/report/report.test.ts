import { describe, expect, it } from 'vitest';
import { toLogEntry } from '../../../src/demo/log/log-entry.ts';
import { createLogStore } from '../../../src/demo/log/log-store.ts';
import { EMPTY_SUMMARY, updateSummary } from '../../../src/demo/log/summary.ts';
import { type ReportParts, readReport, reportOf } from '../../../src/demo/report/report.ts';
import { CHAT } from '../fixtures/chat-picture.ts';
import { SURROUNDINGS } from '../fixtures/surroundings.ts';
import { frame, opening, SESSION, sending } from '../fixtures/trace-entries.ts';

const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';

function report(own: Partial<ReportParts> = {}) {
  const entries = createLogStore();
  for (const entry of [opening(), sending('m1', 0), frame('out', { type: 'EVENT_TYPE_USER_MESSAGE' }, 1)]) {
    entries.add(toLogEntry(entry));
  }
  const text = reportOf({
    ...SURROUNDINGS,
    at: 1_700_000_000_000,
    picture: null,
    userAgent: 'Browser/1',
    address: 'http://localhost/?position=left',
    settings: { broker: 'https://chat.example.com', position: 'left' },
    summary: [opening(), sending('m1', 0)].reduce(updateSummary, EMPTY_SUMMARY),
    chat: CHAT,
    entries: entries.all(),
    seen: entries.seen(),
    ...own,
  });
  return { text, json: JSON.parse(text) };
}

describe('report', () => {
  it('holds what someone else needs: browser, settings, state, entries', () => {
    const { json } = report();
    expect(json).toMatchObject({
      madeAt: '2023-11-14T22:13:20.000Z',
      userAgent: 'Browser/1',
      settings: { broker: 'https://chat.example.com', position: 'left' },
      state: { sessionId: SESSION, phase: 'active', unconfirmed: 1, party: 'agent', messages: 0, outbox: [] },
      entries: { seen: 3, kept: 3 },
    });
    expect(json.entries.list.map((each: { title: string }) => each.title)).toEqual([
      'sessionCreated',
      'sendRequested',
      'USER_MESSAGE',
    ]);
    expect(json.entries.list[0].at).toBe('1970-01-01T00:00:00.000Z');
  });

  it('leaves out the unsent draft, functions, the nonce and whatever is called a secret', () => {
    const settings = { broker: 'https://b', trace: () => {}, nonce: 'n0nce-1', accessToken: 'opaque-1' };
    const { text, json } = report({ settings });
    expect(json.settings).toEqual({ broker: 'https://b', nonce: '[redacted]', accessToken: '[redacted]' });
    expect(text).not.toMatch(/n0nce-1|opaque-1|half a thought/);
  });

  it('holds no token, wherever one got in', () => {
    const entries = createLogStore();
    entries.add({ kind: 'in', at: 0, title: TOKEN, detail: TOKEN, bytes: 1, data: { [TOKEN]: [`x ${TOKEN}`] } });
    const { text } = report({
      entries: entries.all(),
      settings: { broker: `https://b/?access_token=${TOKEN}` },
      address: `http://localhost/?q=${TOKEN}`,
      userAgent: TOKEN,
      chat: { ...CHAT, error: { code: 'offline', message: TOKEN } },
    });
    for (const part of TOKEN.split('.')) expect(text).not.toContain(part);
  });

  it('a report can be made without a widget, and with an instant that no calendar has', () => {
    const entries = createLogStore();
    entries.add({ kind: 'in', at: Number.NaN, title: 't', detail: '', bytes: 1, data: 'junk' });
    const { json } = report({ chat: undefined, summary: EMPTY_SUMMARY, entries: entries.all() });
    expect(json.state).toMatchObject({ phase: 'idle', sessionId: null });
    expect(json.entries.list[0]).toMatchObject({ at: 'NaN', data: 'junk' });
  });

  it('a report has version, screen, zone, faults and picture, and opens again with the same entries', () => {
    const picture = 'data:image/jpeg;base64,AAAA';
    const { text, json } = report({ picture });
    expect(json).toMatchObject({
      version: '1.2.3',
      viewport: { width: 1280, height: 800, pixelRatio: 2 },
      timeZone: 'Europe/Berlin',
      emulator: { faults: [{ kind: 'delay' }], pace: 1 },
    });
    const opened = readReport(text);
    expect(opened).toMatchObject({
      title: 'Report of 2023-11-14T22:13:20.000Z · Natter 1.2.3 · Browser/1',
      picture,
      facts: { timeZone: 'Europe/Berlin' },
    });
    const titles = typeof opened === 'string' ? [] : opened.entries.map(each => `${each.kind} ${each.title}`);
    expect(titles).toEqual(['input sessionCreated', 'input sendRequested', 'out USER_MESSAGE']);
  });

  it.each([
    ['no JSON', '<html>', 'This file is not a report: it is not JSON.'],
    ['no report', '[1]', 'This file is not a report: it has no list of entries.'],
    ['a list that is none', '{"entries":{"list":3}}', 'This file is not a report: it has no list of entries.'],
  ])('a file that is %s is refused in words', (_, text, words) => {
    expect(readReport(text)).toBe(words);
  });

  it('entries that cannot be read are left out and counted, and only a picture is taken for one', () => {
    const good = { kind: 'in', at: '2026-01-01T00:00:00Z', title: 'X', detail: '', bytes: 1, data: {} };
    const list = [good, null, { ...good, kind: 'spy' }, { ...good, at: 'never' }];
    const picture = 'javascript:alert(1)';
    expect(readReport(JSON.stringify({ entries: { list }, picture }))).toMatchObject({
      title: 'Report of an unknown time · 3 unreadable entries are left out',
      entries: [{ title: 'X' }],
      picture: null,
    });
  });
});
