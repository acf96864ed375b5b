// @vitest-environment jsdom
/** The focused element disappears: the next key must still reach the panel. */

import { screen } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { mark, message } from '../fixtures/fake-chat.ts';
import { renderChat, settled } from '../fixtures/render-chat.ts';

afterEach(() => vi.restoreAllMocks());

const ASKS = message('agent', 'Which one?', { suggestions: [{ text: 'The oak one' }, { text: 'The pine one' }] });
const composer = () => screen.getByRole('textbox');

/** Focuses the first suggestion, then adds a message that removes all suggestions. */
async function loseSuggestion(meanwhile = () => {}): Promise<void> {
  const { chat } = renderChat({ messages: [ASKS], suggestions: ASKS.suggestions });
  const chip = screen.getByRole('button', { name: 'The oak one' });
  chip.focus();
  expect(document.activeElement).toBe(chip);
  meanwhile();
  const next = message('agent', 'One more thing.');
  chat.set({ messages: [ASKS, next], suggestions: [] });
  await settled();
  expect(chip.isConnected).toBe(false);
}

describe('a focused element that disappears', () => {
  it('the focus moves to the composer', async () => {
    await loseSuggestion();
    expect(document.activeElement).toBe(composer());
  });

  it('the focus moves to the words of the end if there is no composer', async () => {
    const { matches } = Element.prototype;
    vi.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, selector: string) {
      return selector === ':focus-visible' || matches.call(this, selector);
    });
    const says = message('agent', 'See [our page](https://acme.example/)');
    const { chat } = renderChat({ messages: [says], ended: 'natural-end' });
    screen.getByRole('link', { name: /our page/ }).focus();
    chat.set({ messages: [{ ...says, key: 'another' }, mark('divider')] });
    await settled();
    expect(document.activeElement?.getAttribute('part')).toBe('ended');
  });

  it('the focus moves to the panel after a pointer: the selection stays, and no keyboard opens', async () => {
    const { matches } = Element.prototype;
    vi.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, selector: string) {
      return selector !== ':focus-visible' && matches.call(this, selector);
    });
    await loseSuggestion();
    expect(document.activeElement).toBe(screen.getByRole('dialog'));
  });

  it('the focus stays elsewhere if the visitor has moved it', async () => {
    const field = document.body.appendChild(document.createElement('input'));
    await loseSuggestion(() => field.focus());
    expect(document.activeElement).toBe(field);
    field.remove();
  });

  it('the focus moves from a link in a row that is replaced', async () => {
    const says = message('agent', 'See [our page](https://acme.example/)');
    const { chat } = renderChat({ messages: [says] });
    screen.getByRole('link', { name: /our page/ }).focus();
    chat.set({ messages: [{ ...says, key: 'another' }, mark('divider')] });
    await settled();
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
  });
});
