import { describe, expect, it } from 'vitest';
import { benchEntry, eventEntry, toLogEntry } from '../../../src/demo/log/log-entry.ts';
import { echo, frame, input, opening, sending } from '../fixtures/trace-entries.ts';

const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';

describe('frames', () => {
  it('a frame says what it is, where it stands, what it holds and how large it is', () => {
    const event = {
      id: 'e1',
      sequence: 17,
      type: 'EVENT_TYPE_SERVICE_AGENT_MESSAGE_CHUNK',
      payload: { text: 'Grüße', chunk_index: 3, is_complete: true },
    };
    expect(toLogEntry(frame('in', event, 5))).toEqual({
      kind: 'in',
      at: 5,
      title: 'AGENT_MESSAGE_CHUNK',
      detail: '#17 · piece 3 · last · “Grüße”',
      bytes: JSON.stringify(event).length + 2,
      data: event,
    });
  });

  it('both dialects have the same names', () => {
    const title = (type: string) => toLogEntry(frame('out', { type, payload: {} })).title;
    expect(title('EVENT_TYPE_REQUEST_POLY_AGENT_JOIN')).toBe('REQUEST_AGENT_JOIN');
    expect(title('EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN')).toBe('REQUEST_AGENT_JOIN');
    expect(title('EVENT_TYPE_POLY_AGENT_LEFT')).toBe('AGENT_LEFT');
  });

  it('a batch says how many events of which range it brings', () => {
    const events = [1, 2, 3].map(sequence => ({ sequence, type: `EVENT_TYPE_T${sequence}`, payload: {} }));
    const batch = (list: object[]) => frame('in', { type: 'EVENT_TYPE_EVENT_BATCH', payload: { events: list } });
    expect(toLogEntry(batch(events)).detail).toBe('3 events · #1 to #3 · T1 … T3');
    expect(toLogEntry(batch(events.slice(0, 1))).detail).toBe('1 event · #1 · T1 … T1');
    expect(toLogEntry(batch([])).detail).toBe('empty');
  });

  it.each(['', 'hello from the wrong port', '[1,2]', '"text"', '42', 'null', '{"payload":{}}', '{"type":7}'])(
    'junk is shown as it came: %s',
    text => {
      const line = toLogEntry(frame('in', text));
      expect(line.title).toMatch(/^(?:not an event|no type)$/);
      expect(line.bytes).toBe(text.length);
      expect(line.title === 'no type' ? JSON.stringify(line.data) : line.data).toBe(text);
    },
  );

  it('a token in a frame is neither shown nor kept, but counted in its size', () => {
    const line = toLogEntry(frame('in', { type: 'EVENT_TYPE_X', payload: { text: TOKEN, access_token: TOKEN } }));
    expect(JSON.stringify(line)).not.toContain('eyJzdWIiOiIxIn0');
    expect(line.bytes).toBeGreaterThan(2 * TOKEN.length);
  });
});

describe('inputs, roles, events, acts', () => {
  it('an input says what happened, where it led and what it caused', () => {
    expect(toLogEntry(opening())).toMatchObject({
      kind: 'input',
      title: 'sessionCreated',
      detail: '→ connecting · openSocket',
    });
    expect(toLogEntry(sending('m1', 0)).detail).toBe('“Hello” · → active · send USER_MESSAGE');
    expect(toLogEntry(echo('m1', 4, 0)).detail).toBe('USER_MESSAGE · → active');
    const closed = input({ type: 'socketClosed', attempt: 1, code: 1006, opened: false, at: 1 }, 'waiting', [
      { type: 'setTimer', key: 'retry', ms: 2000, jitter: true },
      { type: 'clearTimer', key: 'pong' },
      { type: 'emit', event: { name: 'state', detail: { phase: 'waiting' } } },
    ]);
    expect(toLogEntry(closed).detail).toBe(
      'code 1006, never open · → waiting · timer retry 2 s, no timer pong, emit state',
    );
  });

  it('an unfolded input shows all of it', () => {
    const entry = sending('m1', 7);
    expect(toLogEntry(entry).data).toMatchObject({
      phase: 'active',
      input: { id: 'm1', at: 7 },
      effects: [{ attempt: 1 }],
    });
  });

  it('a change of role says what it means for this tab', () => {
    expect(toLogEntry({ kind: 'role', at: 3, role: 'resting' })).toMatchObject({
      kind: 'role',
      title: 'resting',
      detail: 'Hidden: another tab is looked at.',
    });
  });

  it('an event of the widget is shown as the page hears it, without what cannot be copied', () => {
    const line = eventEntry(9, 'link', { href: 'https://example.com/', preventDefault: () => {} });
    expect(line).toMatchObject({ kind: 'event', title: 'link', data: { href: 'https://example.com/' } });
    expect(eventEntry(9, 'message', { id: 'long-id', from: 'user', text: 'Hi' }).detail).toBe(
      'from “user” · text “Hi” · id “long-id”',
    );
  });

  it('events and acts show no token', () => {
    expect(JSON.stringify(eventEntry(0, 'error', { message: `at ${TOKEN}` }))).not.toContain(TOKEN);
    expect(JSON.stringify(benchEntry(0, 'POST', TOKEN, { resume_ticket: 'opaque' }))).not.toMatch(/eyJzdW|opaque/);
  });
});
