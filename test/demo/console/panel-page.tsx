/** Shows the console at an address, with a port of the test's own. */

// Effects that are due after the last test would need a page that no longer exists.
import '../../patience.ts';
import { fireEvent, render, screen } from '@testing-library/preact';
import { App } from '../../../src/demo/console/App.tsx';
import { type ConsolePort, PortContext } from '../../../src/demo/console/kit/port.ts';

export function showConsole(hash: string, port: ConsolePort): void {
  location.hash = hash;
  render(
    <PortContext.Provider value={port}>
      <App />
    </PortContext.Provider>,
  );
}

/** Presses the button when it is there. */
export async function press(name: string | RegExp): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name }));
}

export async function fill(role: 'textbox' | 'spinbutton', name: string | RegExp, value: string): Promise<void> {
  fireEvent.input(await screen.findByRole(role, { name }), { target: { value } });
}
