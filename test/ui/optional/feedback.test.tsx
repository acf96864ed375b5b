// @vitest-environment jsdom
/** Thumbs below the agent's replies. */

import { signal } from '@preact/signals-core';
import { fireEvent, screen } from '@testing-library/preact';
import { beforeAll, describe, expect, it } from 'vitest';
import type { UiSettings } from '../../../src/ui/context/ui-settings.ts';
import type { Choices } from '../../../src/ui/context/visitor-choices.ts';
import { loadOptional } from '../../../src/ui/on-need/load-optional.ts';
import { message, SETTINGS } from '../fixtures/fake-chat.ts';
import { renderChat, settled } from '../fixtures/render-chat.ts';

beforeAll(loadOptional);

const REPLIES = [message('agent', 'Hello', { id: 'a' }), message('agent', 'On Saturday.', { id: 'b' })];

async function show(change: Partial<UiSettings> = {}, messages = REPLIES, choices: Choices = {}) {
  const settings = signal<UiSettings>({ ...SETTINGS, feedback: 'on', ...change });
  const rendered = renderChat({ messages }, { settings, choices });
  await loadOptional();
  await settled();
  return rendered;
}

const thumbs = (name: 'Good reply' | 'Bad reply') => screen.queryAllByRole('button', { name });

async function press(element: Element | undefined): Promise<void> {
  fireEvent.click(element as Element);
  await settled();
}

describe('feedback', () => {
  it('sites that do not ask for it have no thumbs', async () => {
    await show({ feedback: 'off', onAttach: async () => [] });
    expect(thumbs('Good reply')).toEqual([]);
  });

  it('only complete replies of the agent have thumbs, and Tab reaches those of the newest', async () => {
    await show({}, [
      ...REPLIES,
      message('user', 'Thanks'),
      message('live', 'Maria here'),
      message('agent', 'I am wri', { status: 'streaming' }),
      message('agent', 'I was', { status: 'interrupted' }),
    ]);
    expect(thumbs('Good reply').map(each => each.tabIndex)).toEqual([-1, 0]);
    thumbs('Good reply')[1]?.focus();
    fireEvent.keyDown(thumbs('Good reply')[1] as Element, { key: 'ArrowUp' });
    expect(document.activeElement?.shadowRoot ?? document.activeElement).toBe(thumbs('Good reply')[0]);
  });

  it('a press is reported once, shown as pressed, announced, and can be changed', async () => {
    const { chat, decided } = await show();
    await press(thumbs('Good reply')[1]);
    await press(thumbs('Good reply')[1]);
    expect(chat.emitted).toEqual([{ name: 'feedback', detail: { messageId: 'b', value: 'up' } }]);
    expect(thumbs('Good reply').map(each => each.getAttribute('aria-pressed'))).toEqual(['false', 'true']);
    expect(screen.getByText('Thanks for your feedback.').getAttribute('role')).toBe('status');
    await press(thumbs('Bad reply')[1]);
    expect(thumbs('Good reply')[1]?.getAttribute('aria-pressed')).toBe('false');
    expect(decided.value.feedback).toEqual({ b: 'down' });
  });

  it('a few words may follow a thumb down', async () => {
    const { chat } = await show();
    await press(thumbs('Bad reply')[0]);
    const field = screen.getByRole('textbox', { name: 'What went wrong? (optional)' });
    fireEvent.input(field, { target: { value: ' Not my order ' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    await settled();
    expect(chat.emitted.map(each => each.detail)).toEqual([
      { messageId: 'a', value: 'down' },
      { messageId: 'a', value: 'down', text: 'Not my order' },
    ]);
    expect(screen.queryByRole('textbox', { name: /What went wrong/ })).toBeNull();
    expect(document.activeElement).toBe(thumbs('Bad reply')[0]);
  });

  it('earlier feedback is remembered, and a hundred opinions at most', async () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, place) => [`old${place}`, 'up' as const]));
    const { decided } = await show({}, REPLIES, { feedback: { ...many, a: 'down' } });
    expect(thumbs('Bad reply')[0]?.getAttribute('aria-pressed')).toBe('true');
    await press(thumbs('Good reply')[1]);
    expect(Object.keys(decided.value.feedback ?? {})).toHaveLength(100);
    expect(decided.value.feedback).toMatchObject({ a: 'down', b: 'up' });
  });
});
