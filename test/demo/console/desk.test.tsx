// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { linesOf, queueOf } from '../../../src/demo/console/desk/desk-sessions.ts';
import { createTypingSign } from '../../../src/demo/console/desk/typing-sign.ts';
import { fakePort } from './fake-port.ts';
import { fill, press, showConsole } from './panel-page.tsx';

const session = (id: string, minute: number, person: string | null = null, state = 'open') => ({
  id,
  state,
  desk: { queue: 'Customer care', waitingSince: `2026-03-01T12:0${minute}:00Z`, person },
  visitorTypes: false,
});

const event = (name: string, payload: object = {}) => ({
  type: `EVENT_TYPE_${name}`,
  timestamp: '2026-03-01T12:00:00Z',
  payload: { ...payload },
});

describe('the queue', () => {
  it('has the longest wait first, and leaves out sessions that are over or with the agent', () => {
    const all = [
      session('c', 3),
      session('a', 1),
      session('b', 2, 'Ida'),
      session('d', 0, null, 'ended'),
      { ...session('e', 0), desk: null },
    ];
    const { waiting, served } = queueOf(all);
    expect(waiting.map(each => each.id)).toEqual(['a', 'c']);
    expect(served.map(each => each.id)).toEqual(['b']);
  });
});

describe('the transcript', () => {
  it.each(['SERVICE', 'POLY'])(
    'puts streamed replies together and names the speakers in the dialect of %s',
    dialect => {
      const chunk = (text: string) => event(`${dialect}_AGENT_MESSAGE_CHUNK`, { message_id: 'm', text });
      const lines = linesOf([
        chunk('Hel'),
        event('USER_MESSAGE', { text: 'Hi' }),
        chunk('lo'),
        event('HANDOFF_ACCEPTED', { queue_name: 'Workshop' }),
        event('HANDOFF_QUEUE_STATUS'),
        event('LIVE_AGENT_JOINED', { agent: { name: 'Ida' } }),
        event('LIVE_AGENT_MESSAGE', { text: 'Good day', agent_name: 'Ida' }),
      ]);
      expect(lines.map(({ speaker, text }) => `${speaker}: ${text}`)).toEqual([
        'Agent: Hello',
        'Visitor: Hi',
        ': The visitor waits in Workshop.',
        ': Ida has joined.',
        'Ida: Good day',
      ]);
    },
  );
});

describe('the typing sign', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('begins with the first letter, is repeated while letters come, and ends after a pause', () => {
    const told: string[] = [];
    const sign = createTypingSign(state => told.push(state));
    for (const text of ['', 'H', 'He', 'Hel']) {
      sign.changed(text);
      vi.advanceTimersByTime(2_000);
    }
    expect(told).toEqual(['started', 'started']);
    vi.advanceTimersByTime(10_000);
    expect(told).toEqual(['started', 'started', 'stopped']);
  });

  it('ends when the field is emptied, and says nothing after the text was sent', () => {
    const told: string[] = [];
    const sign = createTypingSign(state => told.push(state));
    sign.changed('H');
    sign.changed(' ');
    sign.changed('H');
    sign.reset();
    vi.advanceTimersByTime(10_000);
    expect(told).toEqual(['started', 'stopped', 'started']);
  });
});

describe('the panel', () => {
  afterEach(cleanup);

  it('accepts, answers by Enter and keeps an answer that was refused', async () => {
    const acts: unknown[] = [];
    let one = session('S-1', 1);
    let refuses = false;
    const control = async (method: string, path: string, body?: object) => {
      if (path === 'agent') return { live: 'script' };
      if (path === 'sessions') return { sessions: [one] };
      if (method === 'GET') return { ...one, events: [event('USER_MESSAGE', { text: 'Anybody there?' })] };
      if (refuses) throw new Error('nobody of the desk is in this session');
      acts.push(body);
      one = session('S-1', 1, 'Ida');
      return { done: true };
    };
    showConsole('#/desk', fakePort({ control }));
    await fill('textbox', 'Your name, as visitors see it', 'Ida');
    await press('Accept');
    expect(await screen.findByText('Anybody there?')).toBeTruthy();
    const field = (await screen.findByRole('textbox', { name: /Your answer/ })) as HTMLTextAreaElement;
    fireEvent.input(field, { target: { value: 'Good day' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    await vi.waitFor(() => expect(field.value).toBe(''));
    expect(acts).toEqual([
      { act: 'accept', name: 'Ida' },
      { act: 'typing', state: 'started' },
      { act: 'message', text: 'Good day' },
    ]);
    refuses = true;
    fireEvent.input(field, { target: { value: 'Still here?' } });
    await press('Send');
    expect(await screen.findByText('nobody of the desk is in this session')).toBeTruthy();
    expect(field.value).toBe('Still here?');
  });

  it('an answer that was not sent outlives a look elsewhere, and the end of the conversation', async () => {
    let one = session('S-1', 1, 'Ida');
    const control = async (method: string, path: string) => {
      if (path === 'agent') return { live: 'desk' };
      if (path === 'sessions') return { sessions: [one] };
      return method === 'GET' ? { ...one, events: [] } : { done: true };
    };
    showConsole('#/desk/S-1', fakePort({ control }));
    await fill('textbox', /Your answer/, 'Half an ans');
    location.hash = '#/desk';
    fireEvent.click(await screen.findByRole('link', { name: 'Customer care' }));
    location.hash = '#/desk/S-1';
    expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Your answer/ })).value).toBe(
      'Half an ans',
    );
    one = session('S-1', 1, 'Ida', 'ended');
    expect(await screen.findByText('Not sent: Half an ans')).toBeTruthy();
  });

  it('asks for a name before it accepts anybody, and remembers it in this tab', async () => {
    const control = async (_: string, path: string) =>
      path === 'agent' ? { live: 'script' } : { sessions: [session('S-1', 1)] };
    const port = fakePort({ control });
    showConsole('#/desk', port);
    await fill('textbox', 'Your name, as visitors see it', ' ');
    await press('Accept');
    await screen.findByText('Write your name first: the visitor sees it.');
    expect(location.hash).toBe('#/desk');
    await fill('textbox', 'Your name, as visitors see it', 'Ida');
    cleanup();
    showConsole('#/desk', port);
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /Your name/ })).value).toBe('Ida');
  });

  it('a session that the emulator does not have is said in words', async () => {
    const control = async () => {
      throw new Error('session not found: GET /_control/sessions lists those there are', { cause: 404 });
    };
    showConsole('#/desk/S-9', fakePort({ control }));
    expect(await screen.findByText(/There is no session S-9\. The emulator forgets its sessions/)).toBeTruthy();
  });
});
