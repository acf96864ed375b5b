/** `natter broker`: the broker as its environment says, or every reason why not. */

import { readBrokerConfig } from '../broker/config.ts';
import { startBroker } from '../broker/node/server.ts';
import { type Command, refuse, runServers } from './command.ts';

export const brokerCommand: Command = async context => {
  const config = readBrokerConfig(context.env);
  if (!config.ok) return refuse(context, [...config.problems, ...config.warnings]);
  return runServers(context, async keep => {
    const { url } = await keep(startBroker(config));
    context.print(`Broker ready on ${url}`);
  });
};
