/**
 * Keeps a page of the transcript that is far from what is seen: it is drawn when there is time, and then stays as mere elements, without
 * the components that made them. So a long conversation costs neither time nor memory for all its length, and can still be searched, read
 * aloud and selected. A page is made of components again before it is seen, or when somebody presses something in it. The browser leaves out
 * laying out what is out of sight (replies.css).
 */

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { whenIdle } from './idle.ts';
import type { LateProps } from './late-parts.ts';
import { canTell, watchNearness } from './nearness.ts';
import { ROW_PX } from './paging.ts';
import type { Row } from './rows.ts';

export function Keeper({ host, rows, look, busy, live, setLive }: LateProps['Keeper']) {
  const [near, setNear] = useState(!canTell());
  const shown = useRef<{ rows: readonly Row[] | null; look: object | null }>({ rows: null, look: null }).current;
  const kept = useRef<DocumentFragment | null>(null);
  const pressed = useRef(-1);
  /** Drawn for nobody: there was time. */
  const ahead = useRef(false);
  const needed = busy || near;
  const current = shown.rows === rows && shown.look === look;
  if (live) Object.assign(shown, { rows, look });

  // What may be jumped to has its true height before anybody sees it.
  useLayoutEffect(() => void host.current?.classList.toggle('far', !busy), [busy]);

  useLayoutEffect(() => (host.current && canTell() ? watchNearness(host.current, setNear) : undefined), []);

  useLayoutEffect(() => {
    const page = host.current;
    if (!page) return undefined;
    const height = `${rows.length * ROW_PX}px`;
    page.style.containIntrinsicHeight = `auto ${height}`;
    page.style.minHeight = shown.rows ? '' : height;
    if (live) return undefined;
    const count = kept.current?.childNodes.length ?? 0;
    if (kept.current) page.append(kept.current);
    kept.current = null;
    const wake = (event: Event) => {
      const place = controlsOf(page).findIndex(each => each.contains(event.target as Node));
      if (place < 0) return;
      // Pressed again when a component hears of it.
      event.preventDefault();
      event.stopPropagation();
      pressed.current = place;
      setLive(true);
    };
    page.addEventListener('click', wake, true);
    return () => {
      page.removeEventListener('click', wake, true);
      const focused = controlsOf(page).findIndex(each => each.matches(':focus'));
      // What the components have drawn stands behind them.
      for (let i = 0; i < count; i++) page.firstChild?.remove();
      controlsOf(page)[focused]?.focus({ preventScroll: true });
      controlsOf(page)[pressed.current]?.click();
      pressed.current = -1;
    };
  }, [live, rows.length]);

  useEffect(() => {
    const turn = () => {
      const page = host.current;
      if (!page || (live && isHeld(page))) return;
      if (live) kept.current = contentOf(page);
      ahead.current = !live;
      setLive(!live);
    };
    if (needed) setLive(true);
    else if (live ? rows.every(isSettled) : !current) {
      // Behind all the pages that are still to be drawn it would stay as dear as they are until the last of them is.
      if (!live || !ahead.current) return whenIdle(turn);
      turn();
    }
    return undefined;
  });
  return null;
}

const controlsOf = (page: Element) => [...page.querySelectorAll<HTMLElement>('a, button, [tabindex]')];

function contentOf(page: Element): DocumentFragment {
  const content = new Range();
  content.selectNodeContents(page);
  return content.cloneContents();
}

const isSettled = ({ item, current }: Row): boolean =>
  !current && !(item.kind === 'message' && /streaming|sending|queued/.test(item.status));

/** Something in it would be lost: the focus, a selection that reaches into it, a picture that may still fail. */
function isHeld(page: HTMLElement): boolean {
  return (
    selected(page)?.intersectsNode(page) ||
    page.matches(':focus-within') ||
    [...page.querySelectorAll('img')].some(each => !each.complete)
  );
}

/** What is selected where this page stands. Of a selection in a shadow root most documents say nothing. */
function selected(page: Element): Range | undefined {
  const root = page.getRootNode() as ShadowRoot & { getSelection?(): Selection | null };
  const selection = root.getSelection?.() ?? getSelection();
  const [composed] = selection?.getComposedRanges?.({ shadowRoots: [root] }) ?? [];
  const found = composed ?? (selection?.rangeCount ? selection.getRangeAt(0) : undefined);
  if (!found || found.collapsed) return undefined;
  const range = new Range();
  range.setStart(found.startContainer, found.startOffset);
  range.setEnd(found.endContainer, found.endOffset);
  return range;
}
