// @vitest-environment jsdom
/** When a panel has a composer for what stands in the page's own field, and when not. */

import { afterEach, expect, it } from 'vitest';
import { takeOver } from '../../src/widget/own-field.ts';
import { settled } from './quiet-chat.ts';

afterEach(() => document.body.replaceChildren());

function place(words: string) {
  const target = document.body.appendChild(document.createElement('div'));
  const field = target.appendChild(document.createElement('textarea'));
  field.dataset.natter = '';
  field.value = words;
  const panel = target.appendChild(document.createElement('div'));
  const dialog = panel.appendChild(document.createElement('div'));
  dialog.role = 'dialog';
  takeOver(target, panel);
  return { field, dialog };
}

it('[W137] waits in sight for words of a language, and out of sight where the conversation is over, until another one begins', async () => {
  const { field, dialog } = place('One more thing');
  await settled();
  expect([field.isConnected, field.style.display]).toEqual([true, '']);
  const over = dialog.appendChild(document.createElement('div'));
  // What could be added to the stars.
  const more = over.appendChild(document.createElement('textarea'));
  await settled();
  expect(more.value).toBe('');
  expect([field.isConnected, field.style.display, field.value]).toEqual([true, 'none', 'One more thing']);
  const composer = document.createElement('textarea');
  composer.setAttribute('part', 'input');
  over.replaceWith(composer);
  await settled();
  expect([field.isConnected, composer.value]).toEqual([false, 'One more thing']);
});
