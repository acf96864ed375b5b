/** The door of this folder: puts the panel into an element of the widget's shadow root and takes it out again. */

import { render } from 'preact';
import { Panel } from './Panel.tsx';
import { type Ui, UiContext } from './ui-context.ts';

/** Renders the panel into `container`, which has no class of its own; the answer unmounts it and leaves the container as it was. */
export function renderApp(container: HTMLElement, props: Ui): () => void {
  container.className = 'root';
  render(
    <UiContext.Provider value={props}>
      <Panel />
    </UiContext.Provider>,
    container,
  );
  return () => {
    render(null, container);
    container.className = '';
  };
}
