/** The widget in languages other than English, with the files of the script tag. */

import { openGallery } from './gallery.ts';
import { siteWithBroker } from './site.ts';
import { expect, test } from './stage.ts';

const GERMAN = /\/natter-de-[\w-]+\.js/;

test('a German chat is German from the first picture, and answers in the browser', async ({ page, stage }) => {
  // A panel waits a third of a second for its language. A busy machine may need longer to fetch it, so here the panel waits longer.
  await page.addInitScript(() => {
    const { setTimeout } = window;
    const slow = (run: () => void, ms = 0) => setTimeout(run, ms < 100 ? ms : 100 * ms);
    Object.assign(window, { setTimeout: slow });
  });
  await page.goto(await siteWithBroker(stage, {}, 'data-locale="de-AT"'));
  const seen: string[] = [];
  await page.exposeFunction('sawPanel', (lang: string) => seen.push(lang));
  await page.evaluate(() => {
    const look = () => {
      const panel = document.querySelector('natter-chat')?.shadowRoot?.querySelector<HTMLElement>('[role=dialog]');
      if (panel && !panel.hidden) void Reflect.get(window, 'sawPanel')(panel.lang);
      requestAnimationFrame(look);
    };
    look();
  });
  await page.getByRole('button', { name: 'Open chat' }).click();
  await expect(page.getByRole('textbox', { name: 'Nachricht' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Chat schließen' }).first()).toBeVisible();
  await expect(page.getByText(/unserem KI-Assistenten/)).toBeVisible();
  await expect.poll(() => [...new Set(seen)]).toEqual(['de']);
});

test('a catalogue that cannot be fetched leaves the chat in English, and the next switch fetches it again', async ({
  page,
  stage,
}) => {
  const asked: string[] = [];
  const warnings: string[] = [];
  page.on('console', message => message.text().includes('language_failed') && warnings.push(message.text()));
  await page.route(GERMAN, route => {
    asked.push(new URL(route.request().url()).search);
    return asked.length < 2 ? route.abort() : route.continue();
  });
  await page.goto(await siteWithBroker(stage, {}, 'data-locale="de"'));
  await page.getByRole('button', { name: 'Open chat' }).click();
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await page.evaluate(() => window.Natter && 'setLocale' in window.Natter && window.Natter.setLocale('de'));
  await expect(page.getByRole('textbox', { name: 'Nachricht' })).toBeVisible();
  expect(asked).toEqual(['', '?1']);
  expect(warnings).toHaveLength(1);
});

test('the parts beside the launcher are named in the panel’s language, even if that loads later', async ({
  page,
  stage,
}) => {
  await openGallery(page, stage, ['launcher-prompt', 'launcher-offline'], 'locale=fr');
  await expect(page.locator('#launcher-prompt').getByRole('button', { name: 'Masquer' })).toBeVisible();
  await expect(page.locator('#launcher-offline .launcher')).toHaveAccessibleDescription('Hors ligne');
});

test('Korean words are not cut at the end of a line', async ({ page, stage }) => {
  const states = ['consent', 'broker-down', 'handoff-timeout', 'notice-contact', 'rating-words', 'end-question'];
  await openGallery(page, stage, states, 'locale=ko&width=320');
  const panels = page.locator('natter-chat [part=panel]');
  await expect(panels.first()).toHaveAttribute('lang', 'ko');
  const cut = await panels.evaluateAll(all => {
    const found: string[] = [];
    for (const panel of all) {
      const words = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT);
      for (let node = words.nextNode() as Text | null; node; node = words.nextNode() as Text | null) {
        if (node.parentElement?.closest('.visually-hidden, textarea')) continue;
        const top = (place: number) => {
          const letter = new Range();
          letter.setStart(node as Text, place);
          letter.setEnd(node as Text, place + 1);
          return letter.getBoundingClientRect().top;
        };
        for (const { index = 0 } of node.data.matchAll(/[가-힣](?=[가-힣])/g)) {
          if (top(index + 1) > top(index) + 5)
            found.push(`${node.data.slice(0, index + 1)}|${node.data.slice(index + 1)}`);
        }
      }
    }
    return found;
  });
  expect(cut).toEqual([]);
});

for (const [page, locale, time] of [
  ['en', 'en-GB', /^\d{1,2}:\d\d$/],
  ['en', 'en-US', /^\d{1,2}:\d\d\s[AP]M$/],
  ['fr', 'fr-CA', /^\d{1,2} h \d\d$/],
] as const) {
  test.describe(`a visitor of ${locale}`, () => {
    test.use({ locale, timezoneId: 'Europe/London' });
    test(`a time on a page in ${page} is written as the visitor of ${locale} writes it`, async ({
      page: tab,
      stage,
      visitor,
    }) => {
      await tab.goto(await siteWithBroker(stage, {}, `data-locale="${page}" data-auto-open="true"`));
      await expect(tab.getByRole('dialog')).toHaveAttribute('lang', page);
      await expect(visitor.panel.locator('time').last()).toHaveText(time);
    });
  });
}
