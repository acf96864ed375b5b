/** The bubble beside the launcher while its file is being fetched. */

import { waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Prompt } from '../../../src/widget/launcher/prompt-bubble.ts';
import * as chunk from '../../../src/widget/panel/extras.ts';
import { createLatePrompt } from '../../../src/widget/panel/late-prompt.ts';

let host: HTMLElement;
let root: ShadowRoot;
let prompt: Prompt;
let asked: number;
let arrive: (result: typeof chunk | null) => void;

beforeEach(() => {
  host = document.body.appendChild(document.createElement('natter-chat'));
  root = host.attachShadow({ mode: 'open' });
  const launcher = root.appendChild(document.createElement('button'));
  asked = 0;
  prompt = createLatePrompt(
    { root, launcher, site: { author: '', face: null }, open: () => {}, dismissWords: () => 'Dismiss' },
    () => {
      asked += 1;
      return new Promise(resolve => {
        arrive = resolve;
      });
    },
  );
});

afterEach(() => {
  prompt.dispose();
  host.remove();
});

const shown = (): string => root.querySelector('.prompt.shown')?.textContent ?? '';
const drawn = (text: string) => waitFor(() => expect(shown()).toBe(text));

it('the latest text is shown once the bubble has loaded', async () => {
  prompt.show('');
  expect(asked).toBe(0);
  prompt.show('Hello!');
  prompt.preview({ author: 'Nova', face: null, text: 'A reply' });
  expect(asked).toBe(1);
  arrive(chunk);
  await drawn('NovaA reply');
  prompt.endPreview();
  expect(shown()).toBe('');
  prompt.show('Any questions?');
  expect(shown()).toBe('Any questions?');
  expect(asked).toBe(1);
});

it.each([
  ['the panel was opened', () => prompt.setOpen(true)],
  ['the text was taken back', () => prompt.show('')],
  ['the reply was read', () => prompt.endPreview()],
  ['the widget was destroyed', () => prompt.dispose()],
])('nothing is shown if %s meanwhile', async (_, meanwhile) => {
  prompt.preview({ author: 'Nova', face: null, text: 'A reply' });
  meanwhile();
  arrive(chunk);
  await new Promise(resolve => setTimeout(resolve));
  expect(shown()).toBe('');
});

it('a bubble that could not be fetched is fetched again for the next text', async () => {
  prompt.show('Hello!');
  arrive(null);
  await Promise.resolve();
  prompt.setOpen(true);
  prompt.setOpen(false);
  await waitFor(() => {
    prompt.show('Still here?');
    expect(asked).toBe(2);
  });
  arrive(chunk);
  await drawn('Still here?');
});
