/**
 * Readers with other needs: much larger text, more space between letters, system colours, no motion, or a thumb. Covers every state of the
 * gallery, and a conversation on a page zoomed in to 400 %.
 */

import type { Page } from '@playwright/test';
import { batches, openGallery, STATE_NAMES } from './gallery.ts';
import { atRest } from './rest.ts';
import { expect, test } from './stage.ts';

/** Large batches, because the checks of each state are fast. */
const BATCH = 24;

/** The text spacing of WCAG 1.4.12. */
const SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }';

/**
 * One line for each text that is cut off: it reaches over the side of its panel, or over the edge of a box that hides its overflow. Inside
 * of elements that scroll sideways (code, tables) nothing counts as cut off. The title is left out, because the dialog's name repeats it.
 */
function cutOff(page: Page): Promise<readonly string[]> {
  return page.locator('natter-chat').evaluateAll(hosts => {
    const lines: string[] = [];
    const scrollsSideways = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX);
    for (const host of hosts) {
      const panel = host.shadowRoot?.querySelector('[part=panel]');
      if (!panel?.checkVisibility()) continue;
      const frame = panel.getBoundingClientRect();
      const say = (element: Element, why: string) =>
        lines.push(
          `${host.closest('.frame')?.id}: ${why}: ${element.className} "${element.textContent?.slice(0, 40)}"`,
        );
      for (const element of panel.querySelectorAll<HTMLElement>('*')) {
        const hasWords = [...element.childNodes].some(node => node instanceof Text && node.data.trim());
        if (!hasWords || !element.checkVisibility({ visibilityProperty: true }) || element.closest('.visually-hidden'))
          continue;
        if (element.matches('h2, textarea')) continue;
        let scroller: Element | null = element;
        while (scroller && scroller !== panel && !scrollsSideways(scroller)) scroller = scroller.parentElement;
        const isFree = scroller !== null && scroller !== panel && !scroller.matches('.log');
        const { left, right } = element.getBoundingClientRect();
        if (!isFree && (left < frame.left - 1 || right > frame.right + 1)) say(element, 'over the side');
        // Names and suggestions of a hundred letters are shortened, and can be read whole elsewhere.
        if (host.closest('.frame#long-words')) continue;
        for (let box: HTMLElement | null = element; box && box !== panel; box = box.parentElement) {
          const { overflowX, overflowY } = getComputedStyle(box);
          if (/hidden|clip/.test(overflowX) && box.scrollWidth > box.clientWidth + 1 && !box.matches('.log'))
            say(element, `hidden at the side of ${box.className}`);
          if (/hidden|clip/.test(overflowY) && box.scrollHeight > box.clientHeight + 1)
            say(element, `hidden below ${box.className}`);
        }
      }
    }
    return lines;
  });
}

/** One line for each control whose clickable area is smaller than `least` pixels. Links inside of sentences are as large as their words. */
function tooSmall(page: Page, least: number): Promise<readonly string[]> {
  return page.locator('natter-chat').evaluateAll((hosts, size) => {
    const lines: string[] = [];
    for (const host of hosts) {
      // A label beside its field is no control of its own.
      const controls =
        'button, a[href], textarea, input[type=text], input[type=email], label:has(input), summary, select';
      for (const control of host.shadowRoot?.querySelectorAll<HTMLElement>(controls) ?? []) {
        // Links in sentences are as high as their line.
        const isInSentence = control.closest('.text, p:not(.actions)');
        if (!control.checkVisibility({ visibilityProperty: true }) || isInSentence) continue;
        const box = control.getBoundingClientRect();
        const around = getComputedStyle(control, '::after');
        const grown = around.content !== 'none' && around.position === 'absolute';
        // An absolutely positioned ::after extends the control; its offsets start inside the border.
        const more = (border: number, a: string, b: string) =>
          grown ? -(Number.parseFloat(a) || 0) - (Number.parseFloat(b) || 0) - border : 0;
        const { offsetWidth, clientWidth, offsetHeight, clientHeight } = control;
        const width = box.width + Math.max(0, more(offsetWidth - clientWidth, around.left, around.right));
        const height = box.height + Math.max(0, more(offsetHeight - clientHeight, around.top, around.bottom));
        if (Math.min(width, height) < size - 0.5)
          lines.push(
            `${host.closest('.frame')?.id}: ${control.ariaLabel || control.textContent} (${control.className}) ${width.toFixed()} × ${height.toFixed()}`,
          );
      }
    }
    return lines;
  }, least);
}

test.describe('at 400 %', () => {
  test.use({ viewport: { width: 320, height: 256 } });

  test('on a page of 320 × 256 the last message and the composer can be reached, and nothing is cut off', async ({
    page,
    visitor,
  }) => {
    await visitor.arrive();
    await visitor.say('echo a reply that is long enough to need more than one line at this width');
    const reply = visitor.log.getByText('a reply that is long enough', { exact: false }).last();
    await expect(visitor.log.locator('.agent .text', { hasText: 'a reply that is long enough' })).toBeVisible();
    await reply.scrollIntoViewIfNeeded();
    await expect(reply).toBeInViewport();
    await expect(visitor.composer).toBeInViewport({ ratio: 1 });
    await expect(visitor.button('Close chat')).toBeInViewport({ ratio: 1 });
    expect(await cutOff(page)).toEqual([]);
    const sizes = await visitor.log.evaluate(({ scrollWidth, clientWidth, clientHeight }) => ({
      sideways: scrollWidth - clientWidth,
      clientHeight,
    }));
    expect(sizes.sideways).toBeLessThanOrEqual(1);
    // Room for three lines of text.
    expect(sizes.clientHeight).toBeGreaterThanOrEqual(72);
    await visitor.button('More options').click();
    const last = page.locator('[role^=menuitem]').last();
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport({ ratio: 1 });
  });
});

for (const names of batches(BATCH)) {
  const which = `${names[0]} to ${names.at(-1)}`;

  test(`320 pixels wide, nothing is cut off: ${which}`, async ({ page, stage }) => {
    await openGallery(page, stage, names, 'width=320');
    expect(await cutOff(page)).toEqual([]);
  });

  test(`every control has 24 pixels or more, and nothing is cut off with the reader's own text spacing: ${which}`, async ({
    page,
    stage,
  }) => {
    await openGallery(page, stage, names, '');
    expect(await tooSmall(page, 24)).toEqual([]);
    await page.locator('natter-chat').evaluateAll((hosts, css) => {
      for (const { shadowRoot } of hosts) {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(css);
        if (shadowRoot) shadowRoot.adoptedStyleSheets = [...shadowRoot.adoptedStyleSheets, sheet];
      }
    }, SPACING);
    await atRest(page);
    expect(await cutOff(page)).toEqual([]);
  });

  test(`nothing moves under reduced motion, and everything has an edge in forced colours: ${which}`, async ({
    page,
    stage,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openGallery(page, stage, names, '');
    const moving = await page.locator('natter-chat').evaluateAll(hosts =>
      hosts.flatMap(host =>
        (host.shadowRoot?.getAnimations() ?? []).flatMap(({ effect }) => {
          const { duration = 0, iterations = 1 } = effect?.getComputedTiming() ?? {};
          const moves = (effect as KeyframeEffect).getKeyframes().some(({ transform }) => transform);
          const fades = Number(duration) <= 250 && iterations === 1 && !moves;
          return fades ? [] : [`${host.closest('.frame')?.id}: ${(effect as KeyframeEffect).target?.className}`];
        }),
      ),
    );
    expect(moving).toEqual([]);
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    await atRest(page);
    const edgeless = await page.locator('natter-chat').evaluateAll(hosts => {
      const things =
        // Emoji without a bubble need no edge.
        '.panel, .bubble:not(.emoji-only), .button, .icon, .chip, .field, .notice, .card, .popover, .jump, .launcher, .send';
      const lines: string[] = [];
      for (const host of hosts) {
        for (const thing of host.shadowRoot?.querySelectorAll<HTMLElement>(things) ?? []) {
          if (!thing.checkVisibility({ visibilityProperty: true })) continue;
          const { borderTopWidth, borderTopStyle, outlineStyle } = getComputedStyle(thing);
          const hasEdge = borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) >= 1;
          if (!hasEdge && outlineStyle === 'none') lines.push(`${host.closest('.frame')?.id}: ${thing.className}`);
        }
      }
      return lines;
    });
    expect(edgeless).toEqual([]);
  });
}

/** States with many words of the panel's own and little room for them. */
const WORDY = STATE_NAMES.filter(name =>
  /^(consent|greeting|menu|end|scrolled|new-from|idle|.*too-long|reconn|offline|broker|notice|handoff|rating|image-failed|not-sent|.*failed)/.test(
    name,
  ),
);

/** For each large script, the language with the longest catalogue or the longest words; and one language for each way of breaking lines. */
const ROOMY = ['ar', 'de', 'fr', 'hi', 'ja', 'nl', 'pl', 'ru', 'th'];

for (const tag of ROOMY) {
  test(`nothing is cut off at 320 pixels in the longest languages: ${tag}`, async ({ page, stage }) => {
    await openGallery(page, stage, WORDY, `width=320&locale=${tag}`);
    await expect(page.locator(`natter-chat [part=panel]:lang(${tag})`).first()).toBeAttached();
    expect(await cutOff(page)).toEqual([]);
  });
}

test.describe('with a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 1280, height: 720 } });

  for (const names of batches(BATCH)) {
    test(`every control has 44 pixels or more: ${names[0]} to ${names.at(-1)}`, async ({ page, stage }) => {
      await openGallery(page, stage, names, '');
      expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
      expect(await tooSmall(page, 44)).toEqual([]);
    });
  }
});

test('the focus is always visible in forced colours', async ({ page, visitor }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await visitor.arrive();
  const rings: boolean[] = [];
  for (let stops = 0; stops < 6; stops += 1) {
    await page.keyboard.press('Shift+Tab');
    rings.push(
      await page.evaluate(() => {
        const element = document.activeElement?.shadowRoot?.activeElement;
        if (!element) return true;
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        return outlineStyle === 'auto' || (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2);
      }),
    );
  }
  expect(rings).not.toContain(false);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a reader who asks for more contrast sees every edge: ${colorScheme}`, async ({ page, stage }) => {
    await page.emulateMedia({ contrast: 'more', colorScheme });
    const names = ['link-card', 'wide-table', 'notice-info', 'greeting'];
    await openGallery(page, stage, names, `theme=${colorScheme}`);
    const edgeOf = (selector: string, side: 'borderTop' | 'borderBottom' | 'outline') =>
      page
        .locator(selector)
        .first()
        .evaluate((element, where) => {
          const light = (color: string) => {
            const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? []).map(each => (Number(each) / 255) ** 2.2);
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
          };
          const ground = light(
            getComputedStyle(element.parentElement?.closest('.bubble, .panel') as Element).backgroundColor,
          );
          const edge = light(getComputedStyle(element)[`${where}Color`]);
          return (Math.max(edge, ground) + 0.05) / (Math.min(edge, ground) + 0.05);
        }, side);
    expect(await edgeOf('.card', 'borderTop')).toBeGreaterThan(3);
    expect(await edgeOf('td', 'borderBottom')).toBeGreaterThan(3);
    for (const selector of ['.agent .bubble', '.notice']) {
      expect(await edgeOf(selector, 'outline')).toBeGreaterThan(3);
      await expect(page.locator(selector).first()).toHaveCSS('outline-style', 'solid');
    }
    // The border has the colour of the words, whose contrast is 4.5:1.
    const chip = await page
      .locator('.chip')
      .first()
      .evaluate(each => [getComputedStyle(each).borderTopColor, getComputedStyle(each).color]);
    expect(chip[0]).toBe(chip[1]);
  });
}

test('stacked combining marks stay in their own bubble, and marks that belong to a script are complete', async ({
  page,
  stage,
}) => {
  await openGallery(page, stage, ['marks'], '');
  const bubble = (place: number) => page.locator('.bubble').nth(place);
  const seen = () => Promise.all([0, 2].map(async place => (await bubble(place).screenshot()).toString('base64')));
  const withHeaps = await seen();
  const unlike = async () => unlikePixels(page, withHeaps, await seen());
  for (const heap of [1, 3]) await bubble(heap).evaluate(each => each.setAttribute('style', 'visibility: hidden'));
  expect(await unlike()).toBe(0);
  // The same picture without any clipping.
  await bubble(2).evaluate(each => each.firstElementChild?.setAttribute('style', 'overflow: visible'));
  expect(await unlike()).toBe(0);
});

test('marks above and below letters are complete in a title and in names', async ({ page, stage }) => {
  await openGallery(page, stage, ['greeting'], '');
  for (const selector of ['h2', '.author b']) {
    const name = page.locator('#greeting').locator(selector).first();
    await name.evaluate(element => {
      element.textContent = 'कृष्णा क्षेत्र ญู่ عَلَيْهِ Ế Ộ';
    });
    await atRest(page);
    const { x = 0, y = 0, width = 0, height = 0 } = (await name.boundingBox()) ?? {};
    const clip = { x, y: y - 8, width, height: height + 16 };
    const seen = async () => [(await page.screenshot({ clip })).toString('base64')];
    const before = await seen();
    await name.evaluate(element => element.setAttribute('style', 'overflow: visible'));
    expect(await unlikePixels(page, before, await seen()), selector).toBe(0);
  }
});

/** The number of pixels that differ visibly. When a round corner is redrawn, a shade of grey may be off; that does not count. */
function unlikePixels(page: Page, before: readonly string[], after: readonly string[]): Promise<number> {
  return page.evaluate(
    async ([ones, others]) => {
      const pixelsOf = async (picture: string) => {
        const bytes = Uint8Array.from(atob(picture), letter => letter.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
        context?.drawImage(bitmap, 0, 0);
        return context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? new Uint8ClampedArray();
      };
      let unlike = 0;
      for (const [place, one] of ones.entries()) {
        const [here, there] = await Promise.all([pixelsOf(one), pixelsOf(others[place] ?? '')]);
        if (here.length !== there.length) return Infinity;
        here.forEach((value, at) => {
          if (Math.abs(value - (there[at] ?? 0)) > 8) unlike += 1;
        });
      }
      return unlike;
    },
    [before, after] as const,
  );
}

test('the gallery itself fits 320 px, and its header leaves room for the states', async ({ page, stage }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openGallery(page, stage, ['marks', 'long-words'], '');
  const at = () =>
    page.evaluate(() => ({
      width: document.documentElement.scrollWidth,
      over: [...document.querySelectorAll('.top *, main .frame, main h3 a')]
        .filter(each => each.getBoundingClientRect().right > 320)
        .map(each => each.textContent),
      header: document.querySelector('.top')?.getBoundingClientRect().bottom ?? Infinity,
    }));
  expect(await at()).toMatchObject({ width: 320, over: [] });
  await page.evaluate(() => scrollTo(0, 600));
  expect((await at()).header).toBeLessThanOrEqual(0);
});

test('the gallery’s page does not scroll while menus open and when a link is pressed', async ({ page, stage }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.addInitScript(() => {
    document.addEventListener('scroll', () => document.documentElement.toggleAttribute('data-moved', true));
  });
  await openGallery(page, stage, ['typing', 'menu', 'menu-languages', 'long-words'], '');
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await expect(page.locator('[data-moved]')).toHaveCount(0);
  await page.getByRole('link', { name: 'Extremes' }).click();
  await expect(page.getByRole('heading', { name: 'Extremes' })).toBeInViewport();
});
