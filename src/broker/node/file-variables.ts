/**
 * Reads secrets from files, as Docker and Kubernetes mount them: `NATTER_…_FILE` names a file that contains the value of the variable without
 * `_FILE`.
 */

import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { type BrokerConfigResult, type ConfigNote, type Environment, readBrokerConfig } from '../config.ts';

const FILE_VARIABLE = /^(NATTER_\w+)_FILE$/;

/** Milliseconds between two checks of a file. Polling also notices when Kubernetes replaces a symbolic link. */
const LOOK_EVERY_MS = 2_000;

interface FileVariable {
  readonly variable: string;
  readonly target: string;
  readonly path: string;
}

/** Implements `readBrokerConfig` under Node: reads the files, then the variables. No message quotes a path or a value. */
export function readConfigWithFiles(env: Environment): BrokerConfigResult {
  const found = fileVariables(env);
  const values: Record<string, string> = {};
  const problems: ConfigNote[] = [];
  for (const { variable, target, path } of found) {
    if (env[target]?.trim()) {
      problems.push({ variable, message: `${variable}: ${target} is set as well. Take one of the two away.` });
      continue;
    }
    try {
      values[target] = readFileSync(path, 'utf8');
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code';
      problems.push({ variable, message: `${variable}: the file cannot be read (${code}).` });
    }
  }
  const rest = Object.entries(env).filter(([name]) => !found.some(({ variable }) => variable === name));
  const config = readBrokerConfig({ ...Object.fromEntries(rest), ...values });
  if (problems.length === 0) return config;
  // Omits the second problem of a variable whose file is unreadable: it is also reported as missing.
  const named = new Set(problems.map(({ variable }) => variable));
  const others = config.ok ? [] : config.problems.filter(({ variable }) => !named.has(`${variable}_FILE`));
  return { ok: false, problems: [...problems, ...others], warnings: config.warnings };
}

/** Calls `changed` after each change of one of the files. Returns a function that stops watching; undefined if no variable names a file. */
export function watchFileVariables(env: Environment, changed: () => void): (() => void) | undefined {
  const paths = fileVariables(env).map(({ path }) => path);
  if (paths.length === 0) return undefined;
  for (const path of paths) watchFile(path, { interval: LOOK_EVERY_MS, persistent: false }, changed);
  return () => {
    for (const path of paths) unwatchFile(path, changed);
  };
}

function fileVariables(env: Environment): readonly FileVariable[] {
  return Object.entries(env).flatMap(([variable, path = '']) => {
    const [, target] = FILE_VARIABLE.exec(variable) ?? [];
    return target === undefined || path.trim() === '' ? [] : [{ variable, target, path: path.trim() }];
  });
}
