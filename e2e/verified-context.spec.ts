/** Verified context before the agent, ids of external events after it, and the disclosures around both. */

import { closeAll, openSite, startBroker, tag } from './site.ts';
import { createVisitor, expect, freePort, test } from './stage.ts';

test.afterEach(closeAll);

/** A page whose function answers as `answer` says, and which notes what it hears. */
const PAGE = `<script>
  window.heard = [];
  window.answer = async ({ contextId }) => 'signed for ' + contextId;
  window.NatterSettings = {
    contextUrl: '/context',
    onContextRequired: session => window.answer(session),
    disclaimer: 'Answers may be wrong. [Why](https://example.com/why) [Terms](/terms)',
    disclaimerVisibility: 'until-first-message',
  };
</script>`;

type Heard = { heard: (readonly [string, string])[]; answer: () => unknown };

test('an agent waits for the verified context of the page, but never for long', async ({ page, stage }) => {
  const port = await freePort();
  const site = await openSite(PAGE + tag(stage, `http://localhost:${port}`));
  await startBroker(stage, port, site);
  const taken: { context_id: string; token: string }[] = [];
  await page.route('**/context', async route => {
    taken.push(route.request().postDataJSON());
    await route.fulfill({ status: 204 });
  });
  const visitor = createVisitor(page, stage);
  await page.goto(site);
  await page.evaluate(() => {
    const { heard } = window as unknown as Heard;
    window.Natter?.on('context', ({ outcome }) => heard.push(['context', outcome]));
    window.Natter?.on('external-event', ({ id }) => heard.push(['external-event', id]));
  });
  const heard = () => page.evaluate(() => (window as unknown as Heard).heard.map(each => each[1]));

  await visitor.open();
  await expect(visitor.panel.getByRole('link', { name: 'Why' })).toHaveAttribute('href', 'https://example.com/why');
  await expect(visitor.panel.getByText('Answers may be wrong. Why Terms')).toBeVisible();
  await visitor.say('payment');
  const reply = visitor.log.getByText(/evt_\w+/).last();
  await expect(reply).toBeVisible();
  await expect(visitor.panel.getByText('Answers may be wrong.')).toBeHidden();
  const [id] = /evt_\w+/.exec((await reply.textContent()) ?? '') ?? [];
  expect(await heard()).toEqual(['accepted', id]);
  expect(taken).toHaveLength(1);
  expect(taken[0]?.token).toBe(`signed for ${taken[0]?.context_id}`);

  await page.evaluate(() => {
    (window as unknown as Heard).answer = () => {
      throw new Error('Signed out');
    };
    window.Natter?.refreshContext();
  });
  await expect.poll(heard).toEqual(['accepted', id, 'thrown']);

  await page.evaluate(() => {
    (window as unknown as Heard).answer = () => new Promise(() => {});
    window.Natter?.startNew();
  });
  await visitor.say('echo Never mind');
  await expect(visitor.log.getByText('Never mind', { exact: true }).last()).toBeVisible();
  await expect.poll(heard).toEqual(['accepted', id, 'thrown', 'slow']);
  expect(taken).toHaveLength(1);
  expect([...visitor.warnings].sort()).toEqual(['context_failed', 'context_failed', 'invalid_setting']);
});
