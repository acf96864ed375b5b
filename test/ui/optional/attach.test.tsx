// @vitest-environment jsdom
/** Attachments: what a visitor sees of them, what is sent, and what happens if the site's hook fails. */

import { signal } from '@preact/signals-core';
import { act, fireEvent, screen } from '@testing-library/preact';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { UiSettings } from '../../../src/ui/context/ui-settings.ts';
import { loadOptional } from '../../../src/ui/on-need/load-optional.ts';
import { message, SETTINGS } from '../fixtures/fake-chat.ts';
import { renderChat, settled } from '../fixtures/render-chat.ts';

beforeAll(loadOptional);
afterEach(() => vi.useRealTimers());

const file = (name: string, type = 'image/jpeg', size = 3): File => {
  const made = new File(['abc'], name, { type });
  Object.defineProperty(made, 'size', { value: size });
  return made;
};

const stored = async (files: readonly File[]) =>
  files.map(({ name }) => ({ url: `https://files.example/${encodeURIComponent(name)}`, name }));

async function show(change: Partial<UiSettings>, draft = '') {
  const settings = signal<UiSettings>({ ...SETTINGS, ...change });
  const rendered = renderChat({ draft }, { settings });
  await loadOptional();
  await settled();
  return { ...rendered, settings };
}

const panel = () => screen.getByRole('dialog');
const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send' });

/** Waits for the hook's promise, and for what follows from it. */
async function uploaded(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await settled();
}

async function drop(...files: readonly File[]): Promise<void> {
  fireEvent.drop(panel(), { dataTransfer: { files, types: ['Files'] } });
  await uploaded();
}

describe('attachments', () => {
  it('sites without the hook have no button, and a dropped file is not taken', async () => {
    await show({});
    expect(screen.queryByRole('button', { name: 'Attach files' })).toBeNull();
    await drop(file('chair.jpg'));
    expect(screen.queryByRole('listitem')).toBeNull();
  });

  it('a file that is dropped on past chats is not taken, because its upload would be out of sight', async () => {
    const onAttach = vi.fn(stored);
    await show({ onAttach });
    panel().classList.add('covered');
    await drop(file('chair.jpg'));
    expect(onAttach).not.toHaveBeenCalled();
  });

  it('a chosen file is uploaded, and goes into the message as a link', async () => {
    let finish = () => {};
    const onAttach = vi.fn(async (files: readonly File[]) => {
      await new Promise<void>(resolve => {
        finish = resolve;
      });
      return stored(files);
    });
    const { chat, container } = await show({ onAttach }, 'The leg is loose.');
    const input = container.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
    fireEvent.change(input, { target: { files: [file('chair (1).jpg'), file('leg[2].jpg')] } });
    await settled();
    expect(send().disabled).toBe(true);
    expect(screen.getAllByText('Uploading 2 files…')).toHaveLength(2);
    finish();
    await uploaded();
    expect(onAttach.mock.calls[0]?.[0]).toHaveLength(2);
    expect(screen.getByRole('button', { name: 'Remove chair (1).jpg' })).toBeTruthy();
    fireEvent.click(send());
    expect(chat.calls).toEqual([
      [
        'send',
        'The leg is loose.\n\n[chair (1).jpg](https://files.example/chair%20%281%29.jpg)\n[leg 2 .jpg](https://files.example/leg%5B2%5D.jpg)',
      ],
    ]);
    await settled();
    expect(screen.queryByRole('listitem')).toBeNull();
    expect(send().disabled).toBe(true);
  });

  it('a file is enough for a message, and stays if that could not be sent', async () => {
    const { chat } = await show({ onAttach: stored });
    await drop(file('chair.jpg'));
    chat.refuseSends = true;
    fireEvent.click(send());
    await settled();
    expect(chat.calls).toEqual([['send', '[chair.jpg](https://files.example/chair.jpg)']]);
    expect(screen.getByText('chair.jpg')).toBeTruthy();
  });

  it('a picture can be pasted; text with a picture of itself is pasted as text', async () => {
    const onAttach = vi.fn(stored);
    await show({ onAttach });
    const field = screen.getByRole('textbox');
    const files = [file('image.png')];
    expect(fireEvent.paste(field, { clipboardData: { files, types: ['text/plain', 'Files'] } })).toBe(true);
    expect(fireEvent.paste(field, { clipboardData: { files, types: ['Files'] } })).toBe(false);
    await settled();
    expect(onAttach).toHaveBeenCalledTimes(1);
  });

  it('an upload can be cancelled, and the hook is told', async () => {
    let given: AbortSignal | undefined;
    const { warned } = await show({
      onAttach: (_, options) => {
        given = options.signal;
        return new Promise(() => {});
      },
    });
    await drop(file('chair.jpg'));
    expect(given?.aborted).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: 'Cancel upload' }));
    await settled();
    expect(given?.aborted).toBe(true);
    expect(screen.queryByRole('listitem')).toBeNull();
    expect(warned).toEqual([]);
  });

  it.each<[string, UiSettings['onAttach']]>([
    [
      'throws',
      () => {
        throw new Error('No room');
      },
    ],
    ['is rejected', () => Promise.reject(new Error('No room'))],
    ['returns nothing', (() => {}) as never],
    ['returns an address without https', async () => [{ url: 'http://files.example/a', name: 'a' }]],
    [
      'returns an object that throws when it is read',
      async () => [
        {
          get url(): string {
            throw new Error('No room');
          },
          name: 'a',
        },
      ],
    ],
    ['returns a script', async () => [{ url: 'javascript:alert(1)', name: 'a' }]],
  ])('a hook that %s is reported once; the words stay, and the visitor can try again', async (_, broken) => {
    const { chat, warned, settings } = await show({ onAttach: broken }, 'My words');
    await drop(file('chair.jpg'));
    await drop(file('leg.jpg'));
    expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(2);
    expect(warned).toHaveLength(1);
    expect(warned[0]).toMatch(/^handler_failed: "onAttach" (failed: Error: No room|must return)/);
    expect(chat.state.value.draft).toBe('My words');
    settings.value = { ...settings.value, onAttach: stored };
    for (const button of screen.getAllByRole('button', { name: 'Try again' })) fireEvent.click(button);
    await uploaded();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(send().disabled).toBe(false);
  });

  it('a hook that hangs fails after the time that the site allows', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let stopped: AbortSignal | undefined;
    const { warned } = await show({
      attachLimits: { seconds: 30 },
      onAttach: (_, { signal: given }) => {
        stopped = given;
        return new Promise(() => {});
      },
    });
    await drop(file('chair.jpg'));
    await act(async () => void vi.advanceTimersByTime(30_000));
    await uploaded();
    expect(screen.getAllByText('Upload failed.')[0]).toBeTruthy();
    expect(stopped?.aborted).toBe(true);
    expect(warned).toEqual(['handler_failed: "onAttach" took longer than 30 seconds. The visitor can try again.']);
  });

  it('sixty files, a huge one and a wrong type are refused in words, with one warning each', async () => {
    const onAttach = vi.fn(stored);
    const { warned } = await show({ onAttach, attachLimits: { files: 3, types: ['image/*', '.PDF'] } });
    await drop(file('film.jpg', 'image/jpeg', 2e9), file('run.exe', 'application/x-msdownload'));
    expect(screen.getByText('film.jpg is too large. Each file can be up to 10 MB.')).toBeTruthy();
    expect(screen.getByText("This type of file can't be attached: run.exe")).toBeTruthy();
    expect(onAttach).not.toHaveBeenCalled();
    await drop(...Array.from({ length: 60 }, (_, place) => file(`${place}.pdf`, '')));
    expect(screen.getByText('You can attach up to 3 files.')).toBeTruthy();
    expect(onAttach.mock.calls[0]?.[0].map(each => each.name)).toEqual(['0.pdf', '1.pdf', '2.pdf']);
    await drop(file('more.pdf'));
    expect(onAttach).toHaveBeenCalledTimes(1);
    expect(warned.map(each => each.slice(0, 31))).toEqual(Array(3).fill('invalid_setting: "attachLimits"'));
  });

  it('wrong limits become the defaults, with one warning each', async () => {
    const { warned } = await show({
      onAttach: stored,
      attachLimits: { files: 0, megabytes: '9', types: 'pdf' } as never,
    });
    await drop(file('a.txt', 'text/plain'));
    expect(screen.getByText('a.txt')).toBeTruthy();
    expect(warned).toHaveLength(3);
  });

  it('links at the end of a visitor’s message are shown by name, and the rest as typed', async () => {
    const { chat, container } = await show({ onAttach: stored });
    chat.add(message('user', 'See [this](https://a.example)\n\n[chair.jpg](https://files.example/chair.jpg)'));
    await settled();
    const links = [...container.querySelectorAll('.bubble .attachment-link')];
    expect(links.map(each => [each.textContent, each.getAttribute('href')])).toEqual([
      ['chair.jpg', 'https://files.example/chair.jpg'],
    ]);
    expect(container.querySelector('.bubble')?.textContent).toContain('See [this](https://a.example)');
  });
});
