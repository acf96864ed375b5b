// @vitest-environment happy-dom
/** The example of docs/TESTING.md on the installed package: a test of a React page with the chat, from its visitor's point of view. */

import { cleanup, render, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createElement } from 'react';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { INSTALLED } from './packed.ts';

type Testing = typeof import('../../../src/entries/testing.ts');
type ReactEntry = typeof import('../../../src/entries/react.ts');

const entry = (name: string): Promise<unknown> => import(/* @vite-ignore */ `${INSTALLED}/dist/${name}.js`);
const { startBackend } = (await entry('testing')) as Testing;
const { ChatWidget } = (await entry('react')) as ReactEntry;

let backend: Awaited<ReturnType<typeof startBackend>>;

beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());
afterEach(cleanup);

/** Queries of Testing Library for the contents of the chat's shadow root. */
async function chat() {
  const root = await waitFor(
    () => document.querySelector('natter-chat')?.shadowRoot ?? Promise.reject(new Error('no chat')),
  );
  const panel = await waitFor(
    () => root.querySelector<HTMLElement>('[part~=panel]') ?? Promise.reject(new Error('closed')),
  );
  return within(panel);
}

it('a visitor is answered', async () => {
  const user = userEvent.setup();
  render(createElement(ChatWidget, { broker: backend.brokerUrl, autoOpen: true }));
  const panel = await chat();
  await user.type(await panel.findByRole('textbox', { name: 'Message' }), 'Where is my order?{Enter}');
  await panel.findByText('You said: Where is my order?', {}, { timeout: 10_000 });
  await backend.say('It is on its way.');
  expect(await panel.findByText('It is on its way.', {}, { timeout: 10_000 })).toBeTruthy();
});
