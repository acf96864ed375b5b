/** Dialogs of a page that trap the focus, as the usual libraries write them, next to a chat that was opened before. */

import type { Page } from '@playwright/test';
import { type CustomerSite, createVisitor, expect, linesOf, test } from './guest.ts';
import type { Stage, Visitor } from './stage.ts';

const DIALOG = `
  <button id="offers">Offers</button>
  <div id="modal" role="dialog" aria-modal="true" aria-label="Offers" tabindex="-1" hidden
       style="position:fixed;top:80px;left:80px;padding:30px;background:#fff;border:1px solid;pointer-events:auto">
    <label>Your name <input id="name"></label> <button id="shut">Done</button>
  </div>
  <script>
    const inside = node => node instanceof Node && modal.contains(node);
    let last = null;
    let opened = false;
  </script>`;

/** Scripts that trap the focus while the dialog is open. */
const TRAPS = {
  // The package focus-trap with allowOutsideClick.
  'a capturing trap': `
    document.addEventListener('focusin', event => {
      if (inside(event.target)) last = event.target;
      else if (opened) {
        event.stopImmediatePropagation();
        last?.focus();
      }
    }, true);`,
  // Radix Dialog, set up so that a press outside leaves it open.
  'a trap that hears who loses the focus': `
    document.addEventListener('focusin', ({ target }) => {
      if (inside(target)) last = target;
      else if (opened) last?.focus();
    });
    document.addEventListener('focusout', ({ relatedTarget }) => {
      if (opened && relatedTarget && !inside(relatedTarget)) last?.focus();
    });`,
  // a11y-dialog, and older code that does not know focusin.
  'a trap that hears of the focus itself': `
    document.body.addEventListener('focus', ({ target }) => {
      if (opened && !inside(target)) document.getElementById('name').focus();
    }, true);`,
  // Radix Dialog and Vaul by default: a press outside closes them, and after fading out they focus the button that opened them.
  'a dialog that a press outside closes': `
    document.addEventListener('focusout', ({ relatedTarget }) => {
      if (opened && relatedTarget && !inside(relatedTarget)) last?.focus();
    });
    document.addEventListener('focusin', ({ target }) => {
      if (inside(target)) last = target;
    });
    document.addEventListener('pointerdown', ({ target }) => {
      if (!opened || inside(target)) return;
      setTimeout(() => {
        opened = false;
        modal.hidden = true;
        document.body.style.pointerEvents = '';
        setTimeout(() => offers.focus());
      }, 300);
    });`,
};

const OPEN = `<script>
  offers.onclick = () => {
    modal.hidden = false;
    opened = true;
    document.body.style.pointerEvents = 'none';
    document.getElementById('name').focus();
  };
  shut.onclick = () => {
    opened = false;
    modal.hidden = true;
    document.body.style.pointerEvents = '';
    offers.focus();
  };
</script>`;

interface Guest {
  readonly page: Page;
  readonly site: CustomerSite;
  readonly stage: Stage;
}

/** Opens the chat, then the dialog. */
async function beside({ page, site, stage }: Guest, trap: string): Promise<{ visitor: Visitor; lines: string[] }> {
  const lines = linesOf(page);
  await page.goto(site.page({ body: `${DIALOG}<script>${trap}</script>${OPEN}${site.tag()}` }));
  const visitor = createVisitor(page, stage);
  const panel = page.locator('natter-chat [role=dialog]');
  await page.getByRole('button', { name: 'Open chat' }).click();
  await expect(panel.getByRole('log')).toContainText('Hello, I am Fern');
  await page.getByRole('button', { name: 'Offers' }).click();
  await expect(page.getByRole('textbox', { name: 'Your name' })).toBeFocused();
  return { visitor, lines };
}

const field = (page: Page) => page.locator('#name');

for (const [what, trap] of Object.entries(TRAPS)) {
  test(`beside ${what} a visitor who presses the composer can write there`, async ({ page, site, stage }) => {
    const { visitor, lines } = await beside({ page, site, stage }, trap);
    await page.keyboard.type('Ada');
    await visitor.composer.click();
    await page.keyboard.type('echo Hello there, all of it', { delay: 30 });
    await expect(visitor.composer).toHaveValue('echo Hello there, all of it');
    await expect(visitor.composer).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(visitor.log.getByText('Hello there, all of it', { exact: true })).toBeVisible();
    await expect(field(page)).toHaveValue('Ada');
    expect(lines).toEqual([]);
  });
}

test('a page that moves the focus while the visitor writes takes no letter', async ({ page, site, stage }) => {
  const { visitor } = await beside({ page, site, stage }, '');
  await visitor.composer.click();
  // Keys come in tasks: the focus is back before the next one.
  const focused = await page.evaluate(async () => {
    document.getElementById('offers')?.focus();
    await null;
    await null;
    return document.activeElement?.localName;
  });
  expect(focused).toBe('natter-chat');
  await expect(visitor.composer).toBeFocused();
});

for (const what of ['a capturing trap', 'a trap that hears who loses the focus'] as const) {
  test(`a dialog with ${what} traps the focus again when the visitor returns to it`, async ({ page, site, stage }) => {
    const { visitor } = await beside({ page, site, stage }, TRAPS[what]);
    await visitor.composer.click();
    await page.keyboard.type('half a thought');
    await field(page).click();
    await page.keyboard.type('Ada');
    await expect(field(page)).toHaveValue('Ada');
    await expect(visitor.composer).toHaveValue('half a thought');
    // Tab does not lead from the dialog into the chat.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(page.locator('#modal :focus')).toHaveCount(1);
  });
}

test('a page that repeatedly takes the focus gets it', async ({ page, site, stage }) => {
  const { visitor } = await beside(
    { page, site, stage },
    `let taken = 0;
    const own = document.getElementById('name');
    own.addEventListener('focus', () => (taken += 1));
    setInterval(() => opened && own.focus(), 20);`,
  );
  await visitor.composer.click();
  // Once when the dialog opened, and four times after the press: the chat takes the focus back three times and then gives up.
  await expect.poll(() => page.evaluate('taken')).toBe(5);
  await page.keyboard.type('Ada');
  await expect(field(page)).toHaveValue('Ada');
  await expect(visitor.composer).toHaveValue('');
});
