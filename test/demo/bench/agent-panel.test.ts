// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { createAgentPanel } from '../../../src/demo/bench/agent-panel.ts';
import { press, told } from '../fixtures/bench-page.ts';
import { createFakeControl } from '../fixtures/fake-control.ts';

it('the buttons of the agent panel do what they say, and failures are reported in words', async () => {
  const control = createFakeControl();
  document.body.replaceChildren(createAgentPanel(control).element);
  await press('at once');
  expect(told(document)).toBe('The agent answers at once.');
  await press('silent');
  expect(told(document)).toBe('The agent follows “silent”.');
  expect(control.acts).toEqual(['POST agent {"pace":0}', 'POST agent {"script":"silent"}']);
  control.next = { ok: false, words: 'The emulator does not respond.' };
  await press('slow');
  expect(told(document)).toBe('The emulator does not respond.');
});
