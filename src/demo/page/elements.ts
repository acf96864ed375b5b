/** Creates elements in one expression. Texts become text nodes; styles come only from style sheets. */

export type Child = Node | string;
type Properties<K extends keyof HTMLElementTagNameMap> = Partial<Omit<HTMLElementTagNameMap[K], 'style'>> & {
  /** Attributes that have no property: `aria-*`, `data-*`, `role`. */
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

/** Returns a toggle button. */
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

/** Returns a control with its label. */
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

/** A line for the result of an action, announced to screen readers. */
export interface StatusLine {
  readonly element: HTMLElement;
  say(words: string, kind?: 'done' | 'problem'): void;
}

export function createStatusLine(): StatusLine {
  const element = el('p', { className: 'status-line', attrs: { role: 'status' } });
  return {
    element,
    say(words, kind = 'problem') {
      element.textContent = words;
      element.classList.toggle('problem', kind === 'problem' && words !== '');
    },
  };
}
