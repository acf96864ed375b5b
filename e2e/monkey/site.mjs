/** The built demo (page, broker, emulator) for one monkey, and the emulator's control API. */

import { spawn } from 'node:child_process';

export async function startSite(port) {
  const [demo, broker, emulator] = [port, port + 1, port + 2];
  const env = {
    ...process.env,
    NATTER_DEMO_PORT: `${demo}`,
    PORT: `${broker}`,
    NATTER_EMULATOR_PORT: `${emulator}`,
    NATTER_RATE_LIMIT: '100000',
    LOG_LEVEL: 'error',
  };
  const child = spawn(process.execPath, ['dist/cli.js', 'demo'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve, reject) => {
    child.stdout.on('data', piece => /\bready\b/.test(piece) && resolve());
    child.on('exit', code => reject(new Error(`the demo ended with ${code}`)));
  });
  const base = `http://localhost:${emulator}/_control/`;
  async function ask(path, init) {
    const response = await fetch(base + path, init);
    return response.json();
  }
  return {
    url: `http://localhost:${demo}/`,
    stop: () => child.kill(),
    control: (path, body = {}) =>
      ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    clear: () => ask('faults', { method: 'DELETE' }),
    sessions: async () => (await ask('sessions')).sessions,
    session: id => ask(`sessions/${id}`),
  };
}
