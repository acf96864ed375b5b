/** A tab list with its panels. Arrow keys move between tabs. */

import { button, el } from '../page/elements.ts';

export function createTabList(label: string, parts: Readonly<Record<string, HTMLElement>>): readonly HTMLElement[] {
  const entries = Object.entries(parts).map(([name, panel], index) => {
    const tab = button(name, () => choose(index), 'tab');
    tab.id = `tab-${index}`;
    panel.id = `panel-${index}`;
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', panel.id);
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', tab.id);
    panel.classList.add('panel');
    return { tab, panel };
  });

  function choose(chosen: number): void {
    for (const [index, { tab, panel }] of entries.entries()) {
      tab.setAttribute('aria-selected', `${index === chosen}`);
      tab.tabIndex = index === chosen ? 0 : -1;
      panel.hidden = index !== chosen;
    }
  }

  const list = el(
    'div',
    { className: 'tabs', attrs: { role: 'tablist', 'aria-label': label } },
    ...entries.map(({ tab }) => tab),
  );
  list.addEventListener('keydown', event => {
    const here = entries.findIndex(({ tab }) => tab === document.activeElement);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (here < 0 || step === undefined) return;
    event.preventDefault();
    const next = (here + step + entries.length) % entries.length;
    choose(next);
    entries[next]?.tab.focus();
  });
  choose(0);
  return [list, ...entries.map(({ panel }) => panel)];
}
