/** What every test of the bench's parts does on the page: finding, pressing, reading what was told. */

export function find<T extends HTMLElement = HTMLElement>(selector: string): T {
  const found = document.querySelector<T>(selector);
  if (!found) throw new Error(`nothing matches ${selector}`);
  return found;
}

/** Presses the button of that name and lets what was asked be answered. */
export async function press(name: string): Promise<void> {
  const all = [...document.querySelectorAll('button')];
  const found = all.find(each => (each.getAttribute('aria-label') ?? each.textContent) === name);
  if (!found) throw new Error(`no button "${name}"`);
  found.click();
  await new Promise(resolve => setTimeout(resolve));
}

export function told(within: ParentNode): string | null | undefined {
  return within.querySelector('[role=status]')?.textContent;
}
