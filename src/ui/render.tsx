/** The door of this folder: puts the panel into an element of the widget's shadow root and takes it out again. */

import { render } from 'preact';
import { createTrouble } from './connection-trouble.ts';
import { Panel } from './Panel.tsx';
import { type Ui, UiContext } from './ui-context.ts';

/**
 * Renders the panel into `container`, over the same elements if it is painted there already (widget/painted/paint-panel.ts). The returned function takes it
 * away again.
 */
export function renderApp(container: HTMLElement, props: Ui): () => void {
  container.className = container.firstChild ? 'root painted' : 'root';
  render(
    <UiContext.Provider value={{ ...props, trouble: createTrouble(props.chat.state) }}>
      <Panel />
    </UiContext.Provider>,
    container,
  );
  return () => {
    render(null, container);
    container.className = '';
  };
}
