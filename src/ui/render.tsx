/** The door of this folder: puts the panel into an element of the widget's shadow root and takes it out again. */

import { effect, type ReadonlySignal } from '@preact/signals';
import { render } from 'preact';
import type { Chat } from '../client/chat.ts';
import { UiContext } from './context.ts';
import { Panel } from './Panel.tsx';
import type { UiSettings } from './settings.ts';

export interface AppProps {
  readonly chat: Chat;
  readonly settings: ReadonlySignal<UiSettings>;
}

/** Renders the panel into `container`; the answer unmounts it and leaves the container as it was. */
export function renderApp(container: HTMLElement, props: AppProps): () => void {
  container.classList.add('root');
  const shadow = container.getRootNode();
  const host = shadow instanceof ShadowRoot ? shadow.host : null;
  // The element takes part in the page's layout only where the panel does.
  const undoMode = effect(() => host?.setAttribute('data-mode', props.settings.value.mode));
  render(
    <UiContext.Provider value={props}>
      <Panel />
    </UiContext.Provider>,
    container,
  );
  return () => {
    undoMode();
    host?.removeAttribute('data-mode');
    render(null, container);
    container.classList.remove('root');
  };
}
