/** `natter broker` and `natter emulator`: start a server that is configured by the environment, or print all problems of the configuration. */

import { readConfigWithFiles, watchFileVariables } from '../broker/node/file-variables.ts';
import { startBroker } from '../broker/node/server.ts';
import { readEmulatorConfig } from '../emulator/node/config.ts';
import { startEmulator } from '../emulator/node/server.ts';
import { type Command, printProblems, runServers } from './command/command.ts';

export const brokerCommand: Command = async context => {
  const config = readConfigWithFiles(context.env);
  if (!config.ok) return printProblems(context, [...config.problems, ...config.warnings]);
  return runServers(context, async keep => {
    const broker = await keep(startBroker(config));
    const reload = () => broker.reload(readConfigWithFiles(context.env));
    // A reload is useful only if variables name files, because the environment of a process never changes.
    if (watchFileVariables(context.env, reload)) context.onHangup?.(reload);
    context.print(`Broker ready on ${broker.url}`);
  });
};

export const emulatorCommand: Command = async context => {
  const result = readEmulatorConfig(context.env);
  if (!result.ok) return printProblems(context, result.problems);
  return runServers(context, async keep => {
    const { url, builderUrl } = await keep(startEmulator(result.config));
    context.print(
      `Emulator ready on ${url} with the builder host on ${builderUrl} (connector token demo-connector, host localhost; its state ends with it)`,
    );
  });
};
