/** Elements in one expression. Texts only ever become text nodes. */

type Child = Node | string;
type Properties<K extends keyof HTMLElementTagNameMap> = Partial<Omit<HTMLElementTagNameMap[K], 'style'>>;

export function el<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Properties<K> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  Object.assign(element, properties);
  element.append(...children);
  return element;
}

export function button(text: string, onclick: () => void, className = ''): HTMLButtonElement {
  return el('button', { type: 'button', className, onclick }, text);
}

/** A control with its name above it. */
export function field(name: string, control: HTMLElement): HTMLLabelElement {
  return el('label', { className: 'field' }, el('span', {}, name), control);
}

export function select(options: readonly string[], onchange: (value: string) => void = () => {}): HTMLSelectElement {
  const element = el('select', {}, ...options.map(value => el('option', { value }, value || '–')));
  element.addEventListener('change', () => onchange(element.value));
  return element;
}

export function card(title: string, ...children: readonly Child[]): HTMLElement {
  return el('section', { className: 'card' }, el('h3', {}, title), ...children);
}

export function row(...children: readonly Child[]): HTMLDivElement {
  return el('div', { className: 'row' }, ...children);
}
