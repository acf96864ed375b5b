/**
 * What is left of a page of the transcript when its components go: the same elements once more. When something in it is focused or pressed,
 * components take over those very elements, as a tree of their own: what the browser's search has found, or a screen reader is at, stays.
 */

import type { ReadonlySignal } from '@preact/signals-core';
import { hydrate } from 'preact';
import { useContext, useLayoutEffect, useRef } from 'preact/hooks';
import type { LateProps } from './late-parts.ts';
import type { Row } from './rows.ts';
import { useLive, useSignal } from './signals.ts';
import { useToday } from './today.ts';
import { UiContext } from './ui-context.ts';

/** What only components answer: a hand, the keyboard, a picture that does not come. */
const CALLS = ['click', 'focusin', 'error'];

type Look = LateProps['Keeper']['look'];

interface Shown {
  readonly rows: readonly Row[] | null;
  readonly look: Look | null;
  /** First moment of the day that it was drawn on, where a day begins in it; else false. */
  readonly day?: number | false;
}

/** Of the settings, rows depend on nothing else; most of the others are style sheets. */
const looksAs = (one: Look | null, other: Look): boolean =>
  one?.language === other.language &&
  one.late === other.late &&
  `${one.settings.imageOrigins}` === `${other.settings.imageOrigins}`;

export interface KeptPage {
  /** There is something to be seen, perhaps of another time. */
  readonly drawn: boolean;
  /** It shows the rows and the look that are asked for. */
  readonly current: boolean;
  /** Components have taken it over. */
  readonly taken: boolean;
  /** Has components take it over, if it is kept: nobody has pressed anything, but they have something to say about what they find. */
  take(): void;
  /** Has the components go and the elements stay. */
  rest(page: Element): void;
}

export function useKeptPage({ host, rows, look, live, setLive, View }: LateProps['Keeper']): KeptPage {
  const ui = useContext(UiContext);
  const shown = useRef<Shown>({ rows: null, look: null });
  const taken = useSignal<readonly Row[] | null>(null);
  const day = useToday(rows.some(row => row.daysAgo !== null));
  // Those that have taken it over follow the settings by themselves, and its rows below.
  if (live || taken.value) shown.current = { rows, look, day };
  const current =
    shown.current.rows === rows && looksAs(shown.current.look, look) && (!day || shown.current.day === day);
  const kept = useRef<Kept | null>(null);
  /** What is to be kept, until the panel's own components are gone. */
  const content = useRef<DocumentFragment | null>(null);

  const take = useRef<() => void>(() => undefined);
  take.current = () => {
    if (!host.current) return;
    taken.value = shown.current.rows;
    hydrate(
      <UiContext.Provider value={ui}>
        <Rows rows={taken} View={View} />
      </UiContext.Provider>,
      host.current,
    );
    // Its words are of another language, say: what is pressed is answered, and then all is drawn anew.
    if (!looksAs(shown.current.look, look)) setLive(true);
  };

  useLayoutEffect(() => {
    taken.value = null;
    if (!host.current || live) return undefined;
    const mine = keep(host.current, content.current, () => take.current());
    kept.current = mine;
    content.current = null;
    return () => {
      kept.current = null;
      // What the panel has drawn stands behind it.
      mine.clear();
    };
  }, [live]);

  useLayoutEffect(() => {
    if (taken.value) taken.value = rows;
  }, [rows]);

  return {
    drawn: shown.current.rows !== null,
    current,
    taken: taken.value !== null,
    take: () => kept.current?.take(),
    rest(page) {
      if (live) content.current = contentOf(page);
      else kept.current?.rest();
      setLive(false);
      taken.value = null;
    },
  };
}

function Rows({ rows, View }: { rows: ReadonlySignal<readonly Row[] | null> } & Pick<LateProps['Keeper'], 'View'>) {
  const drawn = useLive(() => rows.value);
  return drawn?.map(row => <View key={row.item.key} row={row} fresh={false} />);
}

interface Kept {
  take(): void;
  rest(): void;
  clear(): void;
}

/** `take`: what draws the same once more, over the elements that are there. */
function keep(page: HTMLElement, content: DocumentFragment | null, take: () => void): Kept {
  let own: ChildNode[] = [];
  let isTaken = false;

  function put(elements: DocumentFragment | null): void {
    own = [...(elements?.childNodes ?? [])];
    page.append(...own);
    // While the event is still on its way down, so that it reaches them.
    for (const type of CALLS) page.addEventListener(type, called, true);
  }
  function called(): void {
    if (isTaken) return;
    release();
    own = [];
    isTaken = true;
    take();
  }
  function release(): void {
    for (const type of CALLS) page.removeEventListener(type, called, true);
  }
  function clear(): void {
    release();
    if (isTaken) hydrate(null, page);
    isTaken = false;
    for (const each of own) each.remove();
  }
  put(content);
  return {
    take: called,
    rest() {
      const elements = contentOf(page);
      clear();
      put(elements);
    },
    clear,
  };
}

function contentOf(page: Element): DocumentFragment {
  const range = new Range();
  range.selectNodeContents(page);
  const content = range.cloneContents();
  // It has arrived.
  for (const each of content.querySelectorAll('.fresh')) each.classList.remove('fresh');
  return content;
}
