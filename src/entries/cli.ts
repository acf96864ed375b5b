#!/usr/bin/env node
/** The `natter` command. */

import { fileURLToPath } from 'node:url';
import { complainOfNode, main } from '../cli/main.ts';

/** Replaced by the build. */
declare const __NATTER_VERSION__: string, __NATTER_ENGINE__: string;

const complaint = complainOfNode(process.versions.node, __NATTER_ENGINE__);
if (complaint) {
  console.error(complaint);
  process.exit(1);
}

const hangup: { act?: () => void } = {};

process.exitCode = await main(process.argv.slice(2), {
  version: __NATTER_VERSION__,
  dist: fileURLToPath(new URL('.', import.meta.url)),
  env: process.env,
  print: line => console.log(line),
  complain: line => console.error(line),
  whenStopped: () =>
    new Promise(resolve => {
      for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => resolve(signal));
      process.on('SIGHUP', () => (hangup.act ? hangup.act() : resolve('SIGHUP')));
    }),
  onHangup: act => void Object.assign(hangup, { act }),
});
