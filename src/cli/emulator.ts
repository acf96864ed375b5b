/** `natter emulator`: the platform on this machine. */

import { readEmulatorConfig } from '../emulator/node/config.ts';
import { startEmulator } from '../emulator/node/server.ts';
import { type Command, refuse, runServers } from './command.ts';

export const emulatorCommand: Command = async context => {
  const result = readEmulatorConfig(context.env);
  if (!result.ok) return refuse(context, result.problems);
  return runServers(context, async keep => {
    const { url, builderUrl } = await keep(startEmulator(result.config));
    context.print(
      `Emulator ready on ${url} with the builder host on ${builderUrl} (connector token demo-connector, host localhost; its state ends with it)`,
    );
  });
};
