/** The console page's script. It shows nothing of a real platform: only the emulator's keys are known to the demo's server. */

import { render } from 'preact';
import { App } from './App.tsx';
import { createPort, type Dialect, PortContext } from './kit/port.ts';

const metaContent = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="natter-${name}"]`)?.content ?? '';

const emulator = metaContent('emulator');
const dialect: Dialect = metaContent('dialect') === 'poly' ? 'poly' : 'service';
const root = document.querySelector('#console');
if (root) {
  const port = createPort(location.origin, emulator, dialect);
  const console = emulator ? (
    <PortContext.Provider value={port}>
      <App />
    </PortContext.Provider>
  ) : (
    <main>
      <h1>QA console</h1>
      <p>
        The console works with the emulator only. Start the demo without NATTER_PLATFORM_URL, or go{' '}
        <a href="/">back to the shop</a>.
      </p>
    </main>
  );
  render(console, root);
}
