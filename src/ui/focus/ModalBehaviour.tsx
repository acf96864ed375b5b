/** Makes the panel a modal dialog, with a focus trap, while it fills the window. Renders nothing. */

import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { useChat, useChatState, useSettings } from '../context/hooks.ts';
import { useSignal } from '../context/use-signal.ts';
import { focusedBeside, focusedOnPage, focusStill } from './focus.ts';
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
  useUncovered(panel, mode === 'floating' && !covering);

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

/** Lets a phone's back gesture or button do what Escape does, instead of leaving the site. */
function useWayBack(panel: ModalBehaviourProps['panel'], covering: boolean): void {
  const open = useChatState('open');
  const asked = useSignal(0);
  const turn = asked.value;
  useLayoutEffect(() => {
    const { CloseWatcher } = globalThis as { CloseWatcher?: new () => Watcher };
    const dialog = panel.current;
    if (!covering || !open || !CloseWatcher || !dialog) return;
    const mounted = new AbortController();
    // Prevents the key's default action, which would also trigger the watcher and close a second time.
    dialog.addEventListener('keydown', event => void (event.key === 'Escape' && event.preventDefault()), {
      capture: true,
      signal: mounted.signal,
    });
    const watcher = new CloseWatcher();
    watcher.addEventListener('close', () => {
      const focused = focusedBeside(dialog);
      const key = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
      (dialog.contains(focused) ? focused : dialog)?.dispatchEvent(key);
      // Creates another watcher, because each works only once.
      asked.value = turn + 1;
    });
    return () => {
      mounted.abort();
      watcher.destroy();
    };
  }, [covering, open, turn]);
}

/** Closes the panel if Escape is pressed while it covers the page's focused element. */
function useUncovered(panel: ModalBehaviourProps['panel'], floating: boolean): void {
  const chat = useChat();
  const open = useChatState('open');
  useLayoutEffect(() => {
    if (!floating || !open) return;
    const mounted = new AbortController();
    const press = (event: KeyboardEvent) => {
      const focused = focusedOnPage();
      const dialog = panel.current;
      if (event.key !== 'Escape' || event.defaultPrevented || !focused || !dialog) return;
      if (focused !== document.body && isCovered(focused, dialog)) chat.close();
    };
    addEventListener('keydown', press, mounted);
    return () => mounted.abort();
  }, [floating, open]);
}

function isCovered(element: HTMLElement, by: HTMLElement): boolean {
  const [own, over] = [element.getBoundingClientRect(), by.getBoundingClientRect()];
  return own.left < over.right && own.right > over.left && own.top < over.bottom && own.bottom > over.top;
}

/** Refuses dropped files, because the browser would open a file in place of the page. */
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

/** Returns true if the window is too narrow for the panel to float beside the page. */
function useNarrow(): boolean {
  const narrow = useSignal(false);
  useLayoutEffect(() => {
    const measure = () => {
      narrow.value = globalThis.matchMedia?.('(width < 480px)').matches ?? false;
    };
    measure();
    const mounted = new AbortController();
    // Listens for `resize`, because old browsers and polyfills do not report changes of a media query.
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
    each => each.tabIndex >= 0 && each.checkVisibility?.({ visibilityProperty: true }) !== false,
  );
  const ends = [stops.at(-1), stops[0]];
  if (event.shiftKey) ends.reverse();
  const now = focusedBeside(panel);
  if (now !== ends[0] && !(event.shiftKey && now === panel)) return;
  event.preventDefault();
  focusStill(ends[1]);
}
