/**
 * A model of a screen reader: it turns changes in a widget's live regions into the words that would be read out. It is stricter than some readers.
 * If a region is inserted together with its contents, only an alert is read. Contents that are merely made visible by a style sheet are not read at
 * all. The model covers neither the focus nor text that a user reads on their own.
 */

export interface Utterance {
  readonly words: string;
  readonly how: 'polite' | 'assertive';
}

/** Calls `hear` for everything that is read out from now on. Uses nothing outside this function, because tests run its source text in other pages. */
export function watchLiveRegions(root: ShadowRoot, hear: (utterance: Utterance) => void): void {
  const IMPLIED: Record<string, string> = { alert: 'assertive', status: 'polite', log: 'polite' };
  const ATOMIC = ['alert', 'status'];
  const roleOf = (element: Element) => element.getAttribute('role') ?? '';
  const liveOf = (element: Element) => element.getAttribute('aria-live') ?? IMPLIED[roleOf(element)];

  /** Returns the nearest live region around a node. A region with `aria-live="off"` also ends the search. */
  const regionOf = (node: Node | null): Element | null => {
    for (let at = node; at; at = at.parentNode) if (at instanceof Element && liveOf(at)) return at;
    return null;
  };

  const isHidden = (element: Element): boolean =>
    element.closest('[aria-hidden=true]') !== null || !element.checkVisibility({ visibilityProperty: true });

  const wordsOf = (node: Node): string => {
    if (node instanceof Text) return node.data;
    if (!(node instanceof Element) || isHidden(node)) return '';
    const inner = [...node.childNodes].map(wordsOf).join(' ');
    return node instanceof HTMLImageElement ? node.alt : inner;
  };

  const say = (region: Element, nodes: readonly Node[]): void => {
    const how = liveOf(region);
    if ((how !== 'polite' && how !== 'assertive') || !region.isConnected || isHidden(region)) return;
    const atomic = (region.getAttribute('aria-atomic') ?? `${ATOMIC.includes(roleOf(region))}`) === 'true';
    // If the region is not atomic, each added node is read separately.
    for (const node of atomic ? [region] : nodes) {
      const words = wordsOf(node).replace(/\s+/g, ' ').trim();
      if (words) hear({ words, how });
    }
  };

  /** Changes in busy regions. They are held back until the region is no longer busy. */
  const held = new Map<Element, Node[]>();
  new MutationObserver(records => {
    const changed = new Map<Element, Node[]>();
    const note = (region: Element | null, node: Node) => {
      if (region) changed.set(region, [...(changed.get(region) ?? held.get(region) ?? []), node]);
    };
    for (const { type, target, addedNodes } of records) {
      if (type === 'characterData') note(regionOf(target), target);
      if (type === 'attributes' && held.has(target as Element))
        changed.set(target as Element, held.get(target as Element) ?? []);
      for (const node of addedNodes) {
        // A change is read if its region was there before. A region that is inserted with its words is read only if it is an alert.
        note(regionOf(target), node);
        const alerts = node instanceof Element ? [node, ...node.querySelectorAll('*')] : [];
        for (const alert of alerts) if (liveOf(alert) === 'assertive') note(alert, alert);
      }
    }
    for (const [region, nodes] of changed) {
      held.delete(region);
      if (region.closest('[aria-busy=true]')) held.set(region, nodes);
      else say(region, nodes);
    }
  }).observe(root, {
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['aria-busy'],
    subtree: true,
  });
}
