/**
 * What is left of a page of the transcript when its components go: the same elements once more. When something in it is focused or pressed,
 * components take over those very elements, as a tree of their own: what the browser's search has found, or a screen reader is at, stays.
 */

import { type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { type FunctionComponent, hydrate } from 'preact';
import { useContext, useLayoutEffect, useState } from 'preact/hooks';
import type { Row } from './rows.ts';
import type { UiSettings } from './settings.ts';
import { useLive } from './signals.ts';
import { UiContext } from './ui-context.ts';

/** What only components answer: a hand, the keyboard, a picture that does not come. */
const CALLS = ['click', 'focusin', 'error'];

export interface KeeperProps {
  readonly host: { readonly current: HTMLElement | null };
  readonly rows: readonly Row[];
  /** What rows are drawn by, besides themselves. */
  readonly look: { readonly language: object; readonly settings: UiSettings };
  /** See paging.ts. */
  readonly busy: boolean;
  /** Made of components. */
  readonly live: boolean;
  setLive(live: boolean): void;
  /** How a row is drawn. */
  readonly View: FunctionComponent<{ readonly row: Row; readonly fresh: boolean }>;
}

type Look = KeeperProps['look'];

interface Shown {
  readonly rows: readonly Row[] | null;
  readonly look: Look | null;
  /** First moment of the day that it was drawn on, where a day begins in it; else false. */
  readonly day?: number | false;
}

/** Of the settings, rows depend on nothing else; most of the others are style sheets. */
const looksAs = (one: Look | null, other: Look): boolean =>
  one?.language === other.language && `${one.settings.imageOrigins}` === `${other.settings.imageOrigins}`;

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

/** A long conversation has hundreds of these, so all that one remembers is in one place, and a signal is made when somebody takes it over. */
interface Own {
  shown: Shown;
  kept: Kept | null;
  /** What is to be kept, until the panel's own components are gone. */
  content: DocumentFragment | null;
  take(): void;
}

const nothingYet = (): Own => ({ shown: { rows: null, look: null }, kept: null, content: null, take: () => undefined });

/** `day`: first moment of today, where a day begins on the page. */
export function useKeptPage({ host, rows, look, live, setLive, View }: KeeperProps, day: number | false): KeptPage {
  const ui = useContext(UiContext);
  const [own] = useState(nothingYet);
  const [taken, setTaken] = useState<Signal<readonly Row[] | null> | null>(null);
  // Those that have taken it over follow the settings by themselves, and its rows below.
  if (live || taken) own.shown = { rows, look, day };
  const { shown } = own;
  const current = shown.rows === rows && looksAs(shown.look, look) && (!day || shown.day === day);

  own.take = () => {
    if (!host.current) return;
    const drawn = signal(own.shown.rows);
    setTaken(drawn);
    hydrate(
      <UiContext.Provider value={ui}>
        <Rows rows={drawn} View={View} />
      </UiContext.Provider>,
      host.current,
    );
    // Its words are of another language, say: what is pressed is answered, and then all is drawn anew.
    if (!looksAs(own.shown.look, look)) setLive(true);
  };

  useLayoutEffect(() => {
    setTaken(null);
    if (!host.current || live) return undefined;
    const mine = keep(host.current, own.content, () => own.take());
    own.kept = mine;
    own.content = null;
    return () => {
      own.kept = null;
      // What the panel has drawn stands behind it.
      mine.clear();
    };
  }, [live]);

  useLayoutEffect(() => {
    if (taken) taken.value = rows;
  }, [rows]);

  return {
    drawn: shown.rows !== null,
    current,
    taken: taken !== null,
    take: () => own.kept?.take(),
    rest(page) {
      if (live) own.content = contentOf(page);
      else own.kept?.rest();
      setLive(false);
      setTaken(null);
    },
  };
}

function Rows({ rows, View }: { rows: ReadonlySignal<readonly Row[] | null> } & Pick<KeeperProps, 'View'>) {
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
  const range = document.createRange();
  range.selectNodeContents(page);
  const content = range.cloneContents();
  // It has arrived.
  for (const each of content.querySelectorAll('.fresh')) each.classList.remove('fresh');
  return content;
}
