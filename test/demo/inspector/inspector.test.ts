// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { createInspector, type Inspector, onTrace } from '../../../src/demo/inspector/inspector.ts';
import type { ChatState } from '../../../src/entries/index.ts';
import { CHAT } from '../fixtures/chat-picture.ts';
import { SURROUNDINGS } from '../fixtures/surroundings.ts';
import { echo, frame, input, opening, SESSION, sending } from '../fixtures/trace-entries.ts';

let inspector: Inspector;
let sessions: string[];
let looks: boolean[];
let chat: ChatState | undefined;

const LIMIT = 40;

beforeEach(() => {
  sessions = [];
  // A list for this test only: the inspector of the previous test may still write to its own.
  const own: boolean[] = [];
  looks = own;
  chat = undefined;
  inspector = createInspector({
    maxEntries: LIMIT,
    chat: () => chat,
    onState: ({ open }) => own.push(open),
    settings: () => ({ broker: 'https://chat.example.com' }),
    onSession: id => sessions.push(id),
    surroundings: async () => SURROUNDINGS,
    takePicture: async () => Promise.reject(new Error('not allowed')),
  });
  document.body.replaceChildren(inspector.element);
  button('Inputs').click();
});

const nextFrame = (): Promise<unknown> => new Promise(requestAnimationFrame);
const titles = () => [...document.querySelectorAll('.log-entries b')].map(each => each.textContent);
const button = (name: string): HTMLElement => {
  const found = [...document.querySelectorAll('button')].find(each => each.textContent === name);
  if (!found) throw new Error(`no button "${name}"`);
  return found;
};
const lit = () => [...document.querySelectorAll('.phase.current')].map(each => each.getAttribute('data-phase'));
const taken = () => document.querySelectorAll('.arrow.active').length;
const summaries = () => [...document.querySelectorAll<HTMLElement>('.log-entries summary')];
const beat = (at = 0) => frame('in', { type: 'EVENT_TYPE_HEARTBEAT', payload: {} }, at);
const waiting = input({ type: 'socketClosed', attempt: 1, code: 1006, opened: true, at: 1 }, 'waiting');

describe('inspector', () => {
  it('every entry is listed once, in order, of all kinds', async () => {
    inspector.trace(opening());
    inspector.trace(beat());
    inspector.event('open', {});
    inspector.trace({ kind: 'role', at: 0, role: 'awake' });
    inspector.note('POST faults', 'done', {});
    await nextFrame();
    inspector.trace(sending('m1', 4));
    await nextFrame();
    expect(titles()).toEqual(['sessionCreated', 'HEARTBEAT', 'open', 'awake', 'POST faults', 'sendRequested']);
    expect(document.querySelector('.count')?.textContent).toBe('6 of 6 shown');
  });

  it('kinds go off and on, words filter, and nothing is forgotten by it', async () => {
    for (const entry of [opening(), beat(), sending('m1', 0)]) inspector.trace(entry);
    await nextFrame();
    button('Inputs').click();
    expect(titles()).toEqual(['HEARTBEAT']);
    expect(button('Inputs').getAttribute('aria-pressed')).toBe('false');
    button('Inputs').click();
    const search = document.querySelector('input') as HTMLInputElement;
    search.value = '-heartbeat';
    search.dispatchEvent(new Event('input'));
    expect(titles()).toEqual(['sessionCreated', 'sendRequested']);
    expect(document.querySelector('.count')?.textContent).toBe('2 of 3 shown');
    search.value = 'nowhere';
    search.dispatchEvent(new Event('input'));
    expect(document.querySelector('.log .empty')?.textContent).toBe('Nothing passes the filter.');
  });

  it('a streamed reply grows in its row, also while the row is unfolded', async () => {
    const piece = (index: number, text: string) =>
      frame('in', {
        type: 'EVENT_TYPE_SERVICE_AGENT_MESSAGE_CHUNK',
        payload: { message_id: 'm', chunk_index: index, text },
      });
    inspector.trace(piece(0, 'Hello '));
    await nextFrame();
    summaries()[0]?.click();
    await expect.poll(() => document.querySelector('pre')?.textContent).toContain('Hello');
    inspector.trace(piece(1, 'there'));
    await nextFrame();
    expect(titles()).toEqual(['AGENT_MESSAGE_CHUNK']);
    expect(document.querySelector('.detail')?.textContent).toContain('2 pieces');
    expect(document.querySelector('pre')?.textContent).toContain('there');
  });

  it('inputs are hidden until they are asked for, and spoken words have a kind of their own', async () => {
    button('Inputs').click();
    inspector.trace(opening());
    inspector.heard({ words: 'Fern joined the chat.', how: 'polite' });
    await nextFrame();
    expect(titles()).toEqual(['polite']);
    expect(document.querySelector('.detail')?.textContent).toBe('Fern joined the chat.');
  });

  it('an opened report takes the place of the entries until Clear', async () => {
    inspector.trace(beat());
    const report = {
      madeAt: 'then',
      entries: { list: [{ kind: 'in', at: '2026-01-01T00:00:00Z', title: 'OLD', detail: '', data: {} }] },
    };
    const file = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
    Object.defineProperty(file, 'files', { value: [new File([JSON.stringify(report)], 'report.json')] });
    file.dispatchEvent(new Event('change'));
    await expect.poll(titles).toEqual(['Report of then', 'OLD']);
    inspector.trace(beat());
    await nextFrame();
    expect(titles()).toEqual(['Report of then', 'OLD']);
    button('Clear').click();
    inspector.trace(beat());
    await expect.poll(titles).toEqual(['HEARTBEAT']);
  });

  it('a picture that the browser does not allow is said to be missing', async () => {
    button('Add picture').click();
    await expect.poll(() => document.querySelector('[role=status]')?.textContent).toBe('No picture: not allowed');
  });

  it('while paused the list stands still, and shows the rest afterwards', async () => {
    inspector.trace(opening());
    await nextFrame();
    button('Pause').click();
    inspector.trace(beat());
    await nextFrame();
    expect(titles()).toEqual(['sessionCreated']);
    button('Inputs').click();
    expect(titles()).toEqual([]);
    button('Inputs').click();
    button('Pause').click();
    expect(titles()).toEqual(['sessionCreated', 'HEARTBEAT']);
  });

  it('Clear empties it, paused or not', async () => {
    inspector.trace(opening());
    await nextFrame();
    button('Pause').click();
    button('Clear').click();
    await nextFrame();
    expect(titles()).toEqual([]);
  });

  it('the page holds the last entries up to a limit, and says how many there were', async () => {
    for (let at = 0; at < LIMIT; at++) inspector.trace(beat(at));
    await nextFrame();
    inspector.trace(opening());
    inspector.trace(sending('m1', 1));
    await nextFrame();
    expect(titles()).toHaveLength(LIMIT);
    expect(titles().slice(-2)).toEqual(['sessionCreated', 'sendRequested']);
    expect(document.querySelector('.count')?.textContent).toContain('the last 40 of 42 are kept');
  });

  it('a line unfolds to its JSON, and stays unfolded when the filter changes', async () => {
    inspector.trace(frame('in', { type: 'EVENT_TYPE_X', payload: { text: '<b>bold</b>' } }));
    await nextFrame();
    expect(document.querySelector('pre')).toBeNull();
    summaries()[0]?.click();
    await expect.poll(() => document.querySelector('pre')?.textContent).toContain('"text": "<b>bold</b>"');
    expect(document.querySelector('pre b')).toBeNull();
    button('Role').click();
    await expect.poll(() => document.querySelector('pre')?.textContent).toContain('"EVENT_TYPE_X"');
  });

  it('the list is one stop of the Tab key; arrows, Home and End move inside', async () => {
    for (let at = 0; at < 30; at++) inspector.trace(beat(at));
    await nextFrame();
    const stops = () => summaries().filter(each => each.tabIndex === 0).length;
    expect([stops(), summaries()[29]?.tabIndex]).toEqual([1, 0]);
    summaries()[29]?.focus();
    const key = (name: string) => {
      const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
      return summaries().indexOf(document.activeElement as HTMLElement);
    };
    expect(['ArrowUp', 'Home', 'ArrowUp', 'ArrowDown', 'PageDown', 'End', 'ArrowDown'].map(key)).toEqual([
      28, 0, 0, 1, 11, 29, 29,
    ]);
    expect(stops()).toBe(1);
    inspector.trace(beat());
    await nextFrame();
    expect(document.activeElement).toBe(summaries()[29]);
  });

  it('the current phase is lit, alone, and told to those who do not see it', () => {
    expect(lit()).toEqual(['idle']);
    inspector.trace(opening());
    inspector.trace(sending('m1', 0));
    expect(lit()).toEqual(['active']);
    inspector.trace(waiting);
    expect(lit()).toEqual(['waiting']);
    expect(document.querySelector('svg')?.getAttribute('aria-label')).toBe('Phase of the conversation: waiting');
  });

  it('a way that was taken is marked, also one that is not drawn before', () => {
    expect(taken()).toBe(0);
    const ways = document.querySelectorAll('.arrow').length;
    inspector.trace(opening());
    expect(taken()).toBe(1);
    expect(document.querySelectorAll('.arrow').length).toBe(ways + 1);
    inspector.trace(opening());
    expect(taken()).toBe(1);
  });

  it('a tab that rests shows the phase in which it is', async () => {
    chat = CHAT;
    inspector.trace({ kind: 'role', at: 0, role: 'resting' });
    await expect.poll(lit).toEqual(['active']);
    expect(looks).toEqual([true]);
    inspector.trace({ kind: 'role', at: 1, role: 'awake' });
    expect([lit(), taken()]).toEqual([['active'], 1]);
    inspector.trace({ kind: 'role', at: 2, role: 'resting' });
    await expect.poll(() => looks.length).toBeGreaterThan(1);
    expect(document.querySelector('.chat-figures')?.textContent).toContain('Roleresting');
  });

  it('no next try is told of where none is planned, and none before the panel has come', async () => {
    const facts = () => [...document.querySelectorAll('.chat-figures > div')].map(each => each.textContent);
    const { retryAt: _, code: __, ...early } = CHAT.connection;
    chat = { ...CHAT, connection: { ...early, phase: 'idle' } as never };
    inspector.trace(beat());
    await expect.poll(facts).toContain('Connectionidle');
    expect(facts().join()).not.toContain('next try');
  });

  it('the figures are those of the conversation', async () => {
    inspector.trace(opening(SESSION, 12));
    inspector.trace(sending('m1', 100));
    inspector.trace(echo('m1', 13, 180));
    inspector.trace(beat());
    const facts = () => [...document.querySelectorAll('.chat-figures > div')].map(each => each.textContent);
    await expect.poll(facts).toContain('Last echo80 ms');
    expect(facts()).toEqual(
      expect.arrayContaining([`Session${SESSION}`, 'Cursor#12', 'Last sequence#13', 'Frames1 ↓ 0 ↑', 'Roleonly tab']),
    );
    expect(sessions).toEqual([SESSION]);
  });

  it('Copy report copies it; where the browser refuses, it can be copied by hand', async () => {
    let copied = '';
    const clipboard = {
      async writeText(text: string) {
        copied = text;
      },
    };
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
    inspector.trace(opening());
    button('Copy report').click();
    await expect.poll(() => document.querySelector('[role=status]')?.textContent).toBe('Copied.');
    expect(JSON.parse(copied)).toMatchObject({ state: { sessionId: SESSION }, entries: { kept: 1 } });
    clipboard.writeText = () => Promise.reject(new Error('NotAllowedError'));
    button('Copy report').click();
    const byHand = document.querySelector('textarea') as HTMLTextAreaElement;
    await expect.poll(() => byHand.hidden).toBe(false);
    expect(JSON.parse(byHand.value)).toMatchObject({ entries: { kept: 1 } });
  });
});

describe('trace source', () => {
  it('entries from before the page’s script has run come first, then the others', () => {
    window.demoTrace = [opening(), beat()];
    const got: string[] = [];
    onTrace(entry => got.push(entry.kind));
    window.demoTrace.push({ kind: 'role', at: 0, role: 'awake' });
    expect(got).toEqual(['input', 'frame', 'role']);
    delete window.demoTrace;
  });
});
