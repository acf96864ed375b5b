// @vitest-environment jsdom
/** Bad input from a platform: it is shown sensibly or left out, and nothing throws. */

import { fireEvent, screen, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import type { Attachment, Handoff } from '../../../src/client/api/chat-state.ts';
import { TRANSCRIPT_KIT } from '../../../src/ui/extras.ts';
import { toTranscriptFile } from '../../../src/ui/transcript-file/file.ts';
import { mark, message, notice } from '../fixtures/fake-chat.ts';
import { renderChat, settled } from '../fixtures/render-chat.ts';

const NOTHING = '\u200b\u200d\u2060\ufeff \u202e\u3164';
const log = (): HTMLElement => screen.getByRole('log', { name: 'Conversation' });
const attachment = (change: Partial<Attachment>): Attachment => ({
  kind: 'url',
  title: 'Boots',
  contentUrl: 'https://acme.example/boots',
  previewImageUrl: '',
  callToAction: '',
  ...change,
});

describe('names and faces', () => {
  it.each(['', NOTHING])('a person called %j is called a person', agentName => {
    renderChat({ party: 'live', messages: [message('live', 'Hi', { agentName })] });
    expect(within(log()).getByText('Team member')).toBeTruthy();
  });

  it.each(['', NOTHING])('a person called %j is announced once, in the line about them', name => {
    renderChat({ messages: [mark('live-joined', { name }), mark('live-left', { name })] });
    expect(log().querySelector('.live-joined')?.textContent).toBe(
      "Team member joined the chat. You're now talking to our team.",
    );
    expect(log().querySelector('.live-left')?.textContent).toBe('Team member left');
  });

  it.each(['', NOTHING])(
    'software called %j has no name in the header, above the transcript and in announcements',
    async name => {
      const { container, chat } = renderChat({ agent: { kind: 'agent', name, avatarUrl: '' } });
      const words = (part: string) => container.querySelector(`[part=${part}]`)?.textContent;
      expect(words('state')).toBe('AI assistant');
      expect(words('intro')).toContain("You're chatting with Acme support, our AI assistant.");
      expect(container.querySelector('.header .avatar')?.textContent).toBe('AS');
      chat.set({ typing: { from: 'agent', name } });
      await settled();
      expect(container.querySelector('.log-frame > [aria-live=polite]')?.textContent?.trim()).toBe(
        'Assistant is typing',
      );
    },
  );

  it.each(['', NOTHING])('a person called %j has the icon of a person as avatar', agentName => {
    const { container } = renderChat({
      party: 'live',
      messages: [mark('live-joined', { name: agentName }), message('live', 'Hi', { agentName })],
      typing: { from: 'live', name: agentName },
    });
    const faces = [...container.querySelectorAll(':is(.message, .mark) .avatar')];
    expect(faces).toHaveLength(3);
    for (const face of faces) {
      expect(face.textContent).toBe('');
      expect(face.querySelector('svg')).toBeTruthy();
    }
  });

  it.each([
    ['maria  lindqvist-berg', 'ML'],
    ['\u202eÉva', 'É'],
    ['e\u0301va', 'É'],
    ['🪑', '🪑'],
    ['(dr) jo', 'DJ'],
    ['דנה', 'ד'],
    ['สมชาย', 'ส'],
  ])('%s without a picture has the initials %s', (agentName, letters) => {
    const { container } = renderChat({ messages: [message('live', 'Hi', { agentName, avatarUrl: 'nonsense' })] });
    expect(container.querySelector('.message .avatar')?.textContent).toBe(letters);
  });

  it('names of any length leave room for the rest of the event', () => {
    const name = 'Bartholomew of the Department 🪑 of many words'.repeat(20);
    renderChat({ messages: [mark('live-joined', { name }), mark('live-left', { name })] });
    expect(within(log()).getByText(/^Bartholomew of the.{0,40}… joined the chat\./)).toBeTruthy();
    expect(within(log()).getByText(/^Bartholomew of the.{0,40}… left$/)).toBeTruthy();
  });

  it('a picture that does not load is replaced by initials', async () => {
    const { container } = renderChat({
      messages: [message('live', 'Hi', { agentName: 'Maria', avatarUrl: 'https://acme.example/x.png' })],
    });
    fireEvent.error(container.querySelector('.message .avatar img') as Element);
    await settled();
    expect(container.querySelector('.message .avatar')?.textContent).toBe('M');
  });
});

describe('texts', () => {
  it('texts of 100 KB are shown whole', () => {
    const text = 'All work and no play. '.repeat(5000);
    const { container } = renderChat({ messages: [message('agent', text), message('user', text)] });
    // A paragraph of this length is drawn as several, each of which takes a space.
    const letters = (words: string | null) => words?.replaceAll(' ', '');
    const shown = [...container.querySelectorAll('.text')].map(each => letters(each.textContent));
    expect(shown.map(each => each === letters(text))).toEqual([true, true]);
  });

  it('texts without visible characters have no bubble, but keep their attachments', () => {
    const callActions = [{ title: '', number: '020 7946 0018' }];
    const { container } = renderChat({ messages: [message('agent', NOTHING, { callActions }), message('user', 'x')] });
    expect(container.querySelectorAll('.bubble')).toHaveLength(1);
    expect(screen.getByRole('link', { name: '020 7946 0018' })).toBeTruthy();
  });

  it('texts that end inside an emoji wait for its other half', async () => {
    const { chat } = renderChat({ messages: [] });
    const whole = 'Hello 👩‍👩‍👧‍👦';
    const at = { key: 'growing', id: 'growing', status: 'streaming' } as const;
    for (let end = 7; end <= whole.length; end++) {
      chat.set({ messages: [message('agent', whole.slice(0, end), at)] });
      await settled();
      expect(log().textContent).not.toMatch(/\p{Surrogate}/u);
    }
    chat.set({ messages: [message('agent', whole, { ...at, status: 'complete' })] });
    await settled();
    expect(log().textContent).not.toMatch(/\p{Surrogate}/u);
  });

  it('texts of notices cannot change the direction of the words around them', () => {
    renderChat({ messages: [notice('\u202eWe close at six.', { level: 'info' })] });
    expect(within(log()).getByText('We close at six.').textContent).toBe('We close at six.');
  });

  it.each(['x_!', 'xx', 'xx-YY', ''])('a language that nobody has a name for (%j) is not mentioned', async name => {
    const { container, chat, speech } = renderChat({ messages: [message('agent', 'Hi')] });
    chat.set({ language: name, messages: [message('agent', 'Hi'), mark('language', { name })] });
    await settled();
    expect(container.querySelector('[part=mark]')).toBeNull();
    expect(container.querySelector('.log-frame > [aria-live=polite]')?.textContent).not.toContain('continues');
    const items = chat.state.value.messages;
    const { text } = toTranscriptFile({ items, title: 'Acme', language: speech.language.value }, TRANSCRIPT_KIT);
    expect(text).not.toMatch(/continues|-- /);
  });
});

describe('enclosures', () => {
  it.each([
    [{ contentUrl: 'javascript:alert(1)', title: '' }, 0],
    [{ contentUrl: 'http://[', title: '' }, 1],
    [{ contentUrl: NOTHING, title: NOTHING, kind: 'image' }, 0],
    [{ contentUrl: 'http://[' }, 1],
    [{ title: NOTHING, callToAction: NOTHING }, 1],
    [{ previewImageUrl: 'http://[', kind: 'image' }, 1],
    [{ contentUrl: `https://acme.example/${'x'.repeat(100_000)}`, title: 'y'.repeat(100_000) }, 1],
  ] as const)('cards: %j', (change, shown) => {
    const { container } = renderChat({ messages: [message('agent', 'See', { attachments: [attachment(change)] })] });
    expect(container.querySelectorAll('.card')).toHaveLength(shown);
    expect(container.querySelector('.card img')).toBeNull();
  });

  it('a card without a title shows its host once', () => {
    renderChat({ messages: [message('agent', '', { attachments: [attachment({ title: NOTHING })] })] });
    expect(screen.getByRole('link', { name: 'acme.example' })).toBeTruthy();
  });

  it.each(['020 7946 0000 / 020 7946 0001', '*21*123#', 'ask for Jane'])(
    '%s, which cannot be dialled, is shown as text and not as a link',
    number => {
      const { container } = renderChat({
        messages: [message('agent', '', { callActions: [{ title: 'Shop', number }] })],
      });
      expect(container.querySelector('.card')?.textContent).toContain(number);
      expect(container.querySelector('.card :is(svg, a), a.card')).toBeNull();
    },
  );

  it('invisible numbers are omitted', () => {
    const { container } = renderChat({
      messages: [message('agent', 'Call', { callActions: [{ title: NOTHING, number: NOTHING }] })],
    });
    expect(container.querySelector('.card')).toBeNull();
  });
});

describe('suggestions', () => {
  it('a dozen of thousands of suggestions is shown, each once, and none that cannot be read', () => {
    const suggestions = [NOTHING, 'Yes', 'Yes', ...Array.from({ length: 5000 }, (_, place) => `Number ${place}`)];
    renderChat({ suggestions: suggestions.map(text => ({ text })) });
    const buttons = within(screen.getByRole('group', { name: 'Suggested replies' })).getAllByRole('button');
    expect(buttons).toHaveLength(12);
    expect(buttons.slice(0, 2).map(each => each.textContent)).toEqual(['Yes', 'Number 0']);
  });

  it('clipped suggestions are sent whole', () => {
    const text = 'word '.repeat(400).trim();
    const { chat } = renderChat({ suggestions: [{ text }] });
    fireEvent.click(screen.getByRole('button', { name: text }));
    expect(chat.calls).toEqual([['send', text]]);
  });

  it('blank suggestions make no group', () => {
    renderChat({ suggestions: [{ text: NOTHING }] });
    expect(screen.queryByRole('group', { name: 'Suggested replies' })).toBeNull();
  });
});

describe('the queue', () => {
  it.each([
    [{ position: -3, waitSeconds: -60 }, "You're in line."],
    [{ position: Number.NaN, waitSeconds: Number.NaN }, "You're in line."],
    [{ position: 2.7 }, "You're number 2 in line."],
    [{ position: 1e21, waitSeconds: 1e21 }, "You're in line."],
    [{ position: 0.5, queueName: NOTHING, message: NOTHING }, "You're in line."],
  ] as const)('%j', (numbers, words) => {
    const handoff: Handoff = { stage: 'queue', ...numbers };
    renderChat({ party: 'queue', handoff });
    const card = log().querySelector('.handoff');
    expect(card?.textContent).toBe(words);
  });
});
