/** Runs one tool to its end, keeps everything that it prints, enforces a time limit, and leaves no child process behind. */

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const running = new Set();

/** Tools write to a pipe, so this tells them if a person is watching. If both names were set, Node would print a warning. */
const COLOUR = process.stdout.isTTY
  ? { FORCE_COLOR: '1', NO_COLOR: undefined }
  : { NO_COLOR: '1', FORCE_COLOR: undefined };

/** A tool of the project, by the script that npm installed for it: no shell, no npx, no search. */
export function tool(script, args, options = {}) {
  return command(process.execPath, [`${ROOT}node_modules/${script}`, ...args], options);
}

/** @returns {Promise<{ exitCode: number, output: string, stdout: string }>} exit code 1 when it was ended for taking too long */
export function command(program, args, { env = {}, limitMs = 20 * 60_000 } = {}) {
  return new Promise(resolve => {
    // A process group of its own, so that its children end with it.
    const child = spawn(program, args, {
      cwd: ROOT,
      env: { ...process.env, ...COLOUR, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    });
    running.add(child);
    let output = '';
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', piece => {
      output += piece;
      stdout += piece;
    });
    child.stderr.setEncoding('utf8').on('data', piece => {
      output += piece;
    });
    const limit = setTimeout(() => {
      output += `\nEnded after ${limitMs / 60_000} minutes without a result.\n`;
      end(child);
    }, limitMs);
    const done = exitCode => {
      clearTimeout(limit);
      running.delete(child);
      resolve({ exitCode, output, stdout });
    };
    child.on('error', error => {
      output += `${program} could not be started: ${error.message}\n`;
      done(1);
    });
    child.on('close', code => done(code ?? 1));
  });
}

export function endAll() {
  for (const child of running) end(child);
}

function end(child) {
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The process ended by itself meanwhile.
  }
}
