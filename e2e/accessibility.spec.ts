/**
 * Runs axe-core's rules over every state of the gallery, in each look and in two browsers, and over the widget in a page that has landmarks
 * of its own.
 */

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { batches, openGallery, STATE_NAMES } from './gallery.ts';
import { atRest } from './rest.ts';
import { expect, test } from './stage.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];

/** Rules whose result depends on colours or places. The others read roles and names, which are the same in each look. */
const RULES_OF_LOOKS = ['color-contrast', 'target-size', 'link-in-text-block', 'scrollable-region-focusable'];

const LOOKS = { light: 'theme=light', dark: 'theme=dark', 'right to left': 'theme=light&locale=ar' };

/** Number of states that share a page. Larger batches need fewer pages; smaller ones narrow a failure down. */
const BATCH = 18;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

type Result = Awaited<ReturnType<AxeBuilder['analyze']>>['passes'][number];

/**
 * Runs in one go. By default axe carries its findings through a second page, for frames of other origins, which costs four times as much.
 */
const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode(true);

/** One line for each element that breaks a rule: which state, which rule, which element, why. */
async function violations(page: Page, rules?: string[]): Promise<readonly string[]> {
  const { violations: found } = await axe(page)
    .include('natter-chat')
    .options({ runOnly: rules ?? TAGS, resultTypes: ['violations'] })
    .analyze();
  const lines: string[] = [];
  for (const { id, nodes } of found) {
    for (const { target, html, failureSummary } of nodes) {
      lines.push(`${id} · ${JSON.stringify(target)} · ${html.slice(0, 160)} · ${failureSummary?.replace(/\s+/g, ' ')}`);
    }
  }
  return lines;
}

test('the gallery shows at least forty states, each with a name of its own', () => {
  expect(STATE_NAMES.length).toBeGreaterThanOrEqual(40);
  expect(new Set(STATE_NAMES).size).toBe(STATE_NAMES.length);
});

for (const [look, query] of Object.entries(LOOKS)) {
  for (const names of batches(BATCH)) {
    test(`${look}: ${names[0]} to ${names.at(-1)}`, async ({ page, stage }) => {
      await openGallery(page, stage, names, query);
      await expect(page.locator('natter-chat')).toHaveCount(names.length);
      if (look === 'right to left') {
        const turned = page.locator('[part=panel]:lang(ar)');
        // One conversation continues in French, and its panel follows.
        await expect(turned).toHaveCount(names.length - Number(names.includes('language')));
        expect(await turned.evaluateAll(all => all.map(each => getComputedStyle(each).direction))).not.toContain('ltr');
      }
      expect(await violations(page, look === 'light' ? undefined : RULES_OF_LOOKS)).toEqual([]);
    });
  }
}

test('axe finds a violation in a shadow root', async ({ page, stage }) => {
  await openGallery(page, stage, [STATE_NAMES[0] as string], 'theme=light');
  expect(await violations(page)).toEqual([]);
  await page.locator('natter-chat').evaluate(host => {
    const button = document.createElement('button');
    button.style.cssText = 'width:60px;height:60px';
    const words = document.createElement('p');
    words.style.cssText = 'color:#aaa;background:#fff;font-size:14px';
    words.textContent = 'Hard to read';
    // The box covers the panel and is in the viewport.
    const box = document.createElement('div');
    box.style.cssText = 'position:fixed;inset:0 auto auto 0;z-index:2147483647;background:#fff';
    box.append(button, words);
    host.shadowRoot?.append(box);
  });
  const found = (await violations(page)).map(line => line.split(' · ')[0]);
  expect(found).toEqual(expect.arrayContaining(['button-name', 'color-contrast']));
});

test('an enlarged picture over the whole page', async ({ page, stage }) => {
  await page.goto(`${stage.demo}/gallery.html?state=image-viewer`);
  await page.locator('[data-gallery=ready]').waitFor();
  await expect(page.getByRole('dialog', { name: 'The Skerry armchair' })).toBeVisible();
  await atRest(page);
  expect(await violations(page)).toEqual([]);
});

test('an open chat adds no violation to those of its page', async ({ page, stage, visitor }) => {
  await visitor.arrive();
  const row = `| ${Array.from({ length: 12 }, (_, place) => `Column number ${place}`).join(' | ')} |`;
  for (const id of ['one', 'two']) {
    const payload = { message_id: id, text: `${row}\n|${'--|'.repeat(12)}\n${row}`, attachments: [] };
    await stage.control(`sessions/${await visitor.sessionId()}/events`, {
      type: 'SERVICE_AGENT_MESSAGE',
      payload: { ...payload, response_suggestions: [] },
    });
  }
  // Scrollable tables are focusable and have a name.
  await expect(visitor.log.getByRole('group', { name: 'Table' })).toHaveCount(2);
  await atRest(page);
  const { violations: found, passes } = await axe(page).withTags(TAGS).analyze();
  // A rule about duplicates names the first of two elements as the target, and the other one as related.
  const isOurs = ({ nodes }: Result) =>
    nodes.some(({ target, any, all, none }) => {
      const related = [...any, ...all, ...none].flatMap(({ relatedNodes }) => relatedNodes?.map(each => each.target));
      return JSON.stringify([target, related]).includes('natter-chat');
    });
  expect(found.filter(isOurs).map(({ id, help }) => `${id}: ${help}`)).toEqual([]);
  // Proves that the rules have looked inside the widget.
  expect(passes.filter(isOurs).length).toBeGreaterThan(10);
});
