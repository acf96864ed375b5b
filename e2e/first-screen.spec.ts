/** The first screen of a site that has one, without a pointer and on the wire. */

import { atRest } from './rest.ts';
import { closeAll, openSite, startBroker, tag } from './site.ts';
import { createVisitor, expect, freePort, type Stage, test, userMessages } from './stage.ts';

test.afterEach(closeAll);

const SETTINGS = {
  starters: ['echo first', { label: 'A short label', text: 'echo a longer text' }],
  hours: { zone: 'UTC', week: { 'mon-sun': '0:00-24:00' } },
  links: [{ label: 'Care guides', url: '/care' }],
  teamText: 'echo a person, please',
};

/** A site with these settings and a broker that knows it. Returns the site's address. */
async function siteWith(stage: Stage, settings: object): Promise<string> {
  const port = await freePort();
  const script = `<script>window.NatterSettings = ${JSON.stringify(settings)}</script>`;
  const site = await openSite(script + tag(stage, `http://localhost:${port}`));
  await startBroker(stage, port, site);
  return site;
}

test('a visitor uses the first screen by keyboard, and begins with one of its messages', async ({ page, stage }) => {
  const visitor = createVisitor(page, stage);
  await page.goto(await siteWith(stage, SETTINGS));
  await visitor.open();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  await expect(visitor.composer).toBeFocused();
  // The greeting is longer than the panel, and does not push the first screen out of sight.
  await expect(visitor.button('Opening hours')).toBeAttached();
  await atRest(page);
  await expect(visitor.log.getByText("You're chatting with")).toBeInViewport({ ratio: 1 });
  const starters = visitor.panel.getByRole('group', { name: 'Ask a question to get started.' });
  await expect(starters.getByRole('button')).toHaveText(['echo first', 'A short label', 'Talk to our team']);
  const link = visitor.panel.getByRole('link', { name: 'Care guides' });
  for (const stop of [link, visitor.button('Talk to our team'), visitor.button('A short label')]) {
    await page.keyboard.press('Shift+Tab');
    // Suggested replies of the greeting, and the transcript itself, may come before the link.
    for (let more = 0; more < 6 && !(await stop.evaluate(each => each.matches(':focus'))); more += 1)
      await page.keyboard.press('Shift+Tab');
    await expect(stop).toBeFocused();
    await expect(stop).toBeInViewport({ ratio: 1 });
    expect(await stop.evaluate(each => getComputedStyle(each).outlineWidth)).toBe('2px');
  }
  await page.keyboard.press('Enter');
  await expect(visitor.log.getByText('a longer text', { exact: true })).toBeVisible();
  await expect(starters).toHaveCount(0);
  await expect(link).toHaveCount(0);
  await expect(visitor.composer).toBeFocused();
  expect(await userMessages(stage, await visitor.sessionId())).toEqual(['echo a longer text']);

  await visitor.button('More options').press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Talk to our team' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(visitor.log.getByText('a person, please', { exact: true })).toBeVisible();
  expect(visitor.warnings).toEqual([]);

  // A conversation that goes on needs no first screen.
  await page.reload();
  await expect(visitor.log.getByText('a longer text', { exact: true })).toBeVisible();
  await expect(starters).toHaveCount(0);
});

test('the first screen is one more file, fetched only for a site that has one, and contacts no server', async ({
  page,
  stage,
}) => {
  const files: string[] = [];
  page.on('request', request => {
    const [name] = /natter-home-\w+\.js/.exec(request.url()) ?? [];
    if (name) files.push(name);
  });
  const visitor = createVisitor(page, stage);
  await page.goto(await siteWith(stage, { phone: '+44 20 7946 0123' }));
  await visitor.open();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  expect(files).toEqual([]);
  await page.goto(await siteWith(stage, { ...SETTINGS, consent: 'required' }));
  await page.getByRole('button', { name: 'Open chat' }).click();
  await visitor.button('Agree and start').click();
  await expect(visitor.panel.getByRole('group', { name: 'Ask a question to get started.' })).toBeVisible();
  expect(files).toHaveLength(1);
});

test('a first screen that is fetched after the greeting is shown from its top', async ({ page, stage }) => {
  let fetch = () => {};
  const isAsked = new Promise<void>(resolve => {
    void page.route(/natter-home-/, route => {
      fetch = () => void route.continue();
      resolve();
    });
  });
  const visitor = createVisitor(page, stage);
  await page.goto(await siteWith(stage, SETTINGS));
  await visitor.open();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  await isAsked;
  await atRest(page);
  fetch();
  await expect(visitor.button('Opening hours')).toBeAttached();
  await atRest(page);
  await expect(visitor.log.getByText("You're chatting with")).toBeInViewport({ ratio: 1 });
});

test('a chat whose first screen could not be fetched works without it', async ({ page, stage }) => {
  await page.route(/natter-home-/, route => route.abort());
  const visitor = createVisitor(page, stage);
  await page.goto(await siteWith(stage, SETTINGS));
  await visitor.open();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  await visitor.say('echo still here');
  await expect(visitor.log.getByText('still here', { exact: true })).toBeVisible();
});

for (const [width, height] of [
  [360, 740],
  [320, 256],
] as const) {
  test(`a first screen at ${width} × ${height} begins at its top, and nothing is cut off`, async ({ page, stage }) => {
    await page.setViewportSize({ width, height });
    const visitor = createVisitor(page, stage);
    const long = 'A question that needs more than a line, wherever it is read';
    await page.goto(await siteWith(stage, { ...SETTINGS, starters: [long, 'Short'] }));
    await visitor.open();
    await expect(visitor.log).toContainText('Hello, I am Fern');
    await atRest(page);
    await expect(visitor.panel.getByText("You're chatting with")).toBeInViewport();
    expect(await visitor.log.evaluate(log => log.scrollWidth - log.clientWidth)).toBe(0);
    const button = visitor.button(long);
    await button.scrollIntoViewIfNeeded();
    expect(await button.evaluate(each => each.scrollWidth - each.clientWidth)).toBe(0);
  });
}
