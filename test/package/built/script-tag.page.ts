/** The shipped loader and application, one after the other, in jsdom. For real browsers see e2e. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import vm from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import '../../widget/fixtures/constructed-sheets.ts';
import type { NatterHandle } from '../../../src/widget/handle/handle.ts';
import { BROKER, type LivePlatform, startLivePlatform } from '../../widget/fixtures/live-platform.ts';
import { INSTALLED } from './packed.ts';

let platform: LivePlatform;

beforeAll(async () => {
  platform = await startLivePlatform();
});

afterAll(() => platform.close());

/** Runs a script as a page does, with Node's `import()`. */
function runScript(file: string, dataset: Record<string, string>): NatterHandle {
  const script = document.createElement('script');
  Object.assign(script.dataset, dataset);
  Object.defineProperty(script, 'src', { value: pathToFileURL(file).href });
  Object.defineProperty(document, 'currentScript', { value: script, configurable: true });
  new vm.Script(readFileSync(file, 'utf8'), {
    filename: file,
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  }).runInThisContext();
  return (globalThis as unknown as { Natter: NatterHandle }).Natter;
}

it('the shipped script tag paints, takes words at once and talks', async () => {
  const natter = runScript(join(INSTALLED, 'dist/natter.js'), { broker: BROKER, title: 'Acme' });
  await natter.ready;
  const root = document.querySelector('natter-chat')?.shadowRoot;
  expect(root?.querySelector('button')?.getAttribute('aria-label')).toContain('Open');
  expect(platform.asked).toEqual({ tokens: 0, sockets: 0 });
  const heard: string[] = [];
  natter.on('message', ({ text }) => heard.push(text));
  natter.open();
  natter.send('help');
  await expect.poll(() => natter.state.connection.status, { timeout: 10_000 }).toBe('online');
  await expect.poll(() => heard.length).toBeGreaterThan(1);
  expect(heard).toContain('help');
  expect(root?.querySelector('[role=dialog]')?.textContent).toContain('Acme');
  expect(platform.asked).toEqual({ tokens: 1, sockets: 1 });
  natter.destroy();
  expect(document.querySelector('natter-chat')).toBeNull();
  await expect.poll(() => platform.openSockets()).toBe(0);
});
