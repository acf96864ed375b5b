/** Elements in one expression. Texts only ever become text nodes, and styles only ever come from the style sheets. */

export type Child = Node | string;
type Properties<K extends keyof HTMLElementTagNameMap> = Partial<Omit<HTMLElementTagNameMap[K], 'style'>> & {
  /** What has no property everywhere: `aria-*`, `data-*`, `role`. */
  readonly attrs?: Readonly<Record<string, string>>;
};

export function el<K extends keyof HTMLElementTagNameMap>(
  name: K,
  { attrs = {}, ...properties }: Properties<K> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  Object.assign(element, properties);
  for (const [attribute, value] of Object.entries(attrs)) element.setAttribute(attribute, value);
  element.append(...children);
  return element;
}

export function svg<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string | number>>,
  ...children: readonly Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, `${value}`);
  element.append(...children);
  return element;
}

export function button(text: string, onclick: () => void, className = ''): HTMLButtonElement {
  return el('button', { type: 'button', className, onclick }, text);
}

/** A button that is on or off. */
export function toggle(text: string, on: boolean, changed: (on: boolean) => void, className = ''): HTMLButtonElement {
  const element = button(
    text,
    () => {
      const next = element.getAttribute('aria-pressed') !== 'true';
      element.setAttribute('aria-pressed', `${next}`);
      changed(next);
    },
    className,
  );
  element.setAttribute('aria-pressed', `${on}`);
  return element;
}

/** A control with its name beside or above it. */
export function field(name: string, control: HTMLElement): HTMLLabelElement {
  return el('label', { className: 'field' }, el('span', {}, name), control);
}

export function select(options: readonly string[], onchange: (value: string) => void = () => {}): HTMLSelectElement {
  const element = el('select', {}, ...options.map(value => el('option', { value }, value || 'not set')));
  element.addEventListener('change', () => onchange(element.value));
  return element;
}

export function row(...children: readonly Child[]): HTMLDivElement {
  return el('div', { className: 'row' }, ...children);
}

/** A place for what came of a wish, in words; screen readers hear it. */
export interface Told {
  readonly element: HTMLElement;
  say(words: string, kind?: 'done' | 'problem'): void;
}

export function createTold(): Told {
  const element = el('p', { className: 'told', attrs: { role: 'status' } });
  return {
    element,
    say(words, kind = 'problem') {
      element.textContent = words;
      element.classList.toggle('problem', kind === 'problem' && words !== '');
    },
  };
}
