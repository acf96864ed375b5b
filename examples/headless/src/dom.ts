/** Returns the one element for a selector, and throws at once if the page lacks it. */
export function element<E extends Element>(selector: string, kind: new () => E): E {
  const found = document.querySelector(selector);
  if (found instanceof kind) return found;
  throw new Error(`The page has no ${kind.name} at ${selector}.`);
}

export function button(label: string, run: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = label;
  made.addEventListener('click', () => run());
  return made;
}
