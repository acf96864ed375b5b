/** Keeps the focus in the panel, and makes it a modal dialog while it fills the window. Beside a page it is none. Draws nothing. */

import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { useChatState, useSettings } from '../context/hooks.ts';
import { useSignal } from '../context/use-signal.ts';
import { focusedBeside, focusStill } from './focus.ts';
import { useRescuedFocus } from './rescue-focus.ts';

interface ModalBehaviourProps {
  readonly panel: RefObject<HTMLElement | null>;
}

export function ModalBehaviour({ panel }: ModalBehaviourProps) {
  const { mode } = useSettings();
  const narrow = useNarrow();
  useRescuedFocus(panel);
  useFilesRefused(panel);
  const covering = mode === 'fullscreen' || (mode === 'floating' && narrow);

  useWayBack(panel, covering && mode === 'floating');

  useLayoutEffect(() => {
    const dialog = panel.current;
    if (!covering || !dialog) return;
    const turn = (event: KeyboardEvent) => turnTab(event, dialog);
    dialog.setAttribute('aria-modal', 'true');
    dialog.addEventListener('keydown', turn);
    return () => {
      dialog.removeAttribute('aria-modal');
      dialog.removeEventListener('keydown', turn);
    };
  }, [covering]);
  return null;
}

/** The browser's CloseWatcher, which TypeScript does not know yet. */
type Watcher = EventTarget & { destroy(): void };

/** A phone's own way back, a gesture or a button, closes what Escape closes, and does not leave the site. */
function useWayBack(panel: ModalBehaviourProps['panel'], covering: boolean): void {
  const open = useChatState('open');
  const asked = useSignal(0);
  const turn = asked.value;
  useLayoutEffect(() => {
    const { CloseWatcher } = globalThis as { CloseWatcher?: new () => Watcher };
    const dialog = panel.current;
    if (!covering || !open || !CloseWatcher || !dialog) return;
    const mounted = new AbortController();
    // Prevents the key's default: it would close twice, as a key and through the watcher.
    dialog.addEventListener('keydown', event => void (event.key === 'Escape' && event.preventDefault()), {
      capture: true,
      signal: mounted.signal,
    });
    const watcher = new CloseWatcher();
    watcher.addEventListener('close', () => {
      const focused = focusedBeside(dialog);
      const key = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
      (dialog.contains(focused) ? focused : dialog)?.dispatchEvent(key);
      // A watcher closes once; another one is made for the next thing to close.
      asked.value = turn + 1;
    });
    return () => {
      mounted.abort();
      watcher.destroy();
    };
  }, [covering, open, turn]);
}

/** A file that is dropped here by mistake would take the place of the page. */
function useFilesRefused(panel: ModalBehaviourProps['panel']): void {
  useLayoutEffect(() => {
    const mounted = new AbortController();
    const refuse = (event: DragEvent) => {
      const { dataTransfer } = event;
      if (!dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      dataTransfer.dropEffect = 'none';
    };
    for (const type of ['dragover', 'drop'] as const) panel.current?.addEventListener(type, refuse, mounted);
    return () => mounted.abort();
  }, []);
}

/** The width from which on the style sheet lets a floating panel float. */
function useNarrow(): boolean {
  const narrow = useSignal(false);
  useLayoutEffect(() => {
    const measure = () => {
      narrow.value = globalThis.matchMedia?.('(width < 480px)').matches ?? false;
    };
    measure();
    const mounted = new AbortController();
    // The query itself tells of no change in browsers, and polyfills, of old.
    addEventListener('resize', measure, mounted);
    return () => mounted.abort();
  }, []);
  return narrow.value;
}

const STOPS = 'a[href],button:enabled,textarea,input,[tabindex="0"]';

/** Wraps the focus: Tab on the last stop moves to the first, and Shift+Tab back. */
export function turnTab(event: KeyboardEvent, panel: HTMLElement): void {
  if (event.key !== 'Tab' || event.defaultPrevented) return;
  const stops = [...panel.querySelectorAll<HTMLElement>(STOPS)].filter(
    each => each.tabIndex >= 0 && each.checkVisibility?.() !== false,
  );
  const ends = [stops.at(-1), stops[0]];
  if (event.shiftKey) ends.reverse();
  const now = focusedBeside(panel);
  if (now !== ends[0] && !(event.shiftKey && now === panel)) return;
  event.preventDefault();
  focusStill(ends[1]);
}
