import { closeAll, start } from './site.ts';
import { expect, freePort, test } from './stage.ts';

test.afterEach(closeAll);

test('`npm run dev` serves a page from its sources on which the chat opens and answers', async ({ page, visitor }) => {
  const [demo, broker, emulator] = [await freePort(), await freePort(), await freePort()];
  const ports = { NATTER_DEMO_PORT: `${demo}`, PORT: `${broker}`, NATTER_EMULATOR_PORT: `${emulator}` };
  await start([], { ...ports, NO_COLOR: '1' }, { script: 'node_modules/vite/bin/vite.js' });
  await page.goto(`http://localhost:${demo}`);
  await visitor.open();
  // In development each source file is a request of its own, so loading takes long.
  await expect(visitor.log).toContainText('Hello, I am Fern', { timeout: 90_000 });
});
