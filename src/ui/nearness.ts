/** Which pages of a transcript are within half a screen of being seen. Where the browser cannot tell, all of them are. */

import { holdPlace } from './place.ts';

export const canTell = (): boolean => 'IntersectionObserver' in globalThis;

/** One for each `.log`. */
const observers = new WeakMap<Element, IntersectionObserver>();
const tells = new WeakMap<Element, (near: boolean) => void>();

/** Tells about `page` soon, and whenever that changes until the answer is called. */
export function watchNearness(page: Element, tell: (near: boolean) => void): () => void {
  const log = page.closest('.log') ?? page;
  const observer = observers.get(log) ?? createObserver(log);
  observers.set(log, observer);
  tells.set(page, tell);
  observer.observe(page);
  return () => observer.unobserve(page);
}

function createObserver(root: Element): IntersectionObserver {
  const holding = holdPlace(root);
  return new IntersectionObserver(
    entries =>
      holding(() => {
        for (const { target, isIntersecting } of entries) tells.get(target)?.(isIntersecting);
      }),
    { root, rootMargin: '50% 0px' },
  );
}
