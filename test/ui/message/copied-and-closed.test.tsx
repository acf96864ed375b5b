/** Copying a message, and the name of the panel's close button. */

// @vitest-environment jsdom
import { signal } from '@preact/signals-core';
import { act, fireEvent, screen } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { UiSettings } from '../../../src/ui/context/ui-settings.ts';
import { loadOptional } from '../../../src/ui/on-need/load-optional.ts';
import { copiedText } from '../../../src/ui/rich-text/plain-text.ts';
import { message, SETTINGS } from '../fixtures/fake-chat.ts';
import { renderChat, settled } from '../fixtures/render-chat.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('copying and closing', () => {
  it('the close button has its other name once the window is another', async () => {
    vi.stubGlobal('innerWidth', 1280);
    vi.stubGlobal('innerHeight', 800);
    renderChat();
    expect(screen.getByRole('button', { name: /^Close/ }).getAttribute('aria-label')).toBe('Close');
    vi.stubGlobal('innerWidth', 400);
    await act(async () => void window.dispatchEvent(new Event('resize')));
    await settled();
    expect(screen.getByRole('button', { name: /^Close/ }).getAttribute('aria-label')).toBe('Close chat');
  });

  it('"Copied" disappears when the button loses the focus, however soon', async () => {
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: async () => {} } });
    renderChat({ messages: [message('agent', 'Hello')] });
    vi.useFakeTimers();
    const button = screen.getByRole('button', { name: /^Copy message/ });
    await act(async () => void fireEvent.click(button));
    await act(async () => void fireEvent.blur(button));
    await act(async () => void (await vi.advanceTimersByTimeAsync(300)));
    expect(document.body.textContent).not.toContain('Copied');
  });

  it("an attachment in the visitor's message is copied as name and address, and read out by its name", async () => {
    const writeText = vi.fn(async () => {});
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    const settings = signal<UiSettings>({ ...SETTINGS, onAttach: async () => [] });
    await loadOptional();
    const sent = message('user', 'It is [loose].\n\n[chair.jpg](https://files.example/1)');
    renderChat({ messages: [sent] }, { settings });
    await settled();
    const button = screen.getByRole('button', { name: /^Copy message/ });
    // The part of the panel that knows attachments is fetched.
    await vi.waitFor(() => expect(button.getAttribute('aria-description')).not.toContain('https'));
    expect(button.getAttribute('aria-description')).toBe('It is [loose].\n\nAttached: chair.jpg');
    await act(async () => void fireEvent.click(button));
    expect(writeText).toHaveBeenCalledWith('It is [loose].\n\nchair.jpg (https://files.example/1)');
  });

  it.each([
    ['without TLS', undefined],
    ['without permission', { writeText: () => Promise.reject(new Error('NotAllowedError')) }],
  ])('a message is copied %s by the browser’s own command', async (_, clipboard) => {
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
    const data: string[] = [];
    const onPage = vi.fn();
    document.addEventListener('copy', onPage, true);
    // Browsers fire the event at the selection.
    const command = (name: string) => {
      const event = Object.assign(new Event(name, { bubbles: true, cancelable: true }), {
        clipboardData: { setData: (...given: string[]) => data.push(...given) },
      });
      return !document.body.dispatchEvent(event);
    };
    Object.assign(document, { execCommand: command });
    renderChat({ messages: [message('agent', 'Hello')] });
    const button = screen.getByRole('button', { name: /^Copy message/ });
    button.focus();
    await act(async () => void fireEvent.click(button));
    await vi.waitFor(() => expect(screen.getByText('Copied')).toBeTruthy());
    expect(data).toEqual(['text/plain', 'Hello']);
    expect(onPage).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(button);
    Reflect.deleteProperty(document, 'execCommand');
    document.body.dispatchEvent(new Event('copy', { bubbles: true }));
    expect(onPage).toHaveBeenCalledTimes(1);
    document.removeEventListener('copy', onPage, true);
    Reflect.deleteProperty(navigator, 'clipboard');
  });

  it('a row stays one row, and a cell one cell', () => {
    expect(copiedText('| a | b |\n|--|--|\n| x<br>y | tab\there |')).toBe('a\tb\nx y\ttab here');
  });
});
