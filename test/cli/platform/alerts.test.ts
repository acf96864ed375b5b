import { describe, expect, it } from 'vitest';
import { alertsCommand } from '../../../src/cli/platform/alerts.ts';
import { createRestWorld } from '../../emulator/rest-world.ts';
import { ENV, type RunOptions, run } from './fixtures/terminal.ts';

const alerts = (args: readonly string[], options: RunOptions = {}) => run(alertsCommand, args, options);

/** Three rules, of which the first fires. */
async function worldWithRules() {
  const world = createRestWorld();
  const make = (body: object) => world.ask('builder', 'POST', '/v1/alert-rules', { key: 'demo-builder', body });
  const rule = { metric: 'api_errors', operator: '>=', threshold_value: 3, window_duration: '5m' };
  await make({ ...rule, name: 'Errors\u001b[2J' });
  await make({ ...rule, name: 'Many errors', threshold_value: 50 });
  await make({ ...rule, name: 'Paused', enabled: false });
  world.platform.control.addSample(world.now(), { metric: 'api_errors', value: 4 });
  world.advance(60_000);
  await make({ ...rule, name: 'Fresh' });
  return world;
}

describe('natter alerts', () => {
  it('shows rules with state, value and threshold, and which fire', async () => {
    const { code, out, err } = await alerts([], { world: await worldWithRules() });
    expect(
      out.map(line =>
        line
          .replace(/ar_\w+$/, 'ar')
          .split(/ {2,}/)
          .slice(0, 7),
      ),
    ).toEqual([
      ['FIRING', 'NAME', 'STATE', 'VALUE', 'THRESHOLD', 'METRIC', 'WINDOW'],
      ['FIRING', 'Errors [2J', 'alert', '4', '>= 3', 'api_errors', '5m'],
      ['', 'Many errors', 'ok', '4', '>= 50', 'api_errors', '5m'],
      ['', 'Paused', 'off', '-', '>= 3', 'api_errors', '5m'],
      ['', 'Fresh', 'not evaluated', '-', '>= 3', 'api_errors', '5m'],
    ]);
    expect([code, err]).toEqual([0, ['4 rules, 1 firing']]);
  });

  it('JSON lines have the same fields', async () => {
    const { out } = await alerts(['--format', 'jsonl'], { world: await worldWithRules() });
    expect(out.map(line => JSON.parse(line))).toMatchObject([
      { name: 'Errors\u001b[2J', current_state: 'alert', current_value: 4, threshold_value: 3, firing: true },
      { name: 'Many errors', current_state: 'ok', firing: false },
      { name: 'Paused', enabled: false, firing: false },
      { name: 'Fresh', firing: false },
    ]);
    expect(out.join('')).not.toContain('\u001b');
  });

  it('says so when there are no rules', async () => {
    expect((await alerts([])).err).toEqual(['0 rules, 0 firing']);
  });

  it.each([
    [['--format', 'csv'], '--format "csv" is wrong: it must be table or jsonl.'],
    [['all'], 'The argument "all" has no option. See natter alerts --help.'],
  ])('refuses %j in one line, exit code 2', async (args, line) => {
    expect(await alerts(args)).toEqual({ code: 2, out: [], err: [line] });
  });

  it('names each variable that is missing', async () => {
    const { code, err } = await alerts([], { env: {} });
    expect([code, err.map(line => line.split(' ')[0])]).toEqual([2, ['NATTER_BUILDER_URL', 'NATTER_BUILDER_KEY']]);
  });

  it('names the likely mistake when the address is that of the other host', async () => {
    const { code, err } = await alerts([], { env: { ...ENV, NATTER_BUILDER_URL: 'https://runtime' } });
    expect([code, err]).toEqual([
      1,
      [expect.stringMatching(/^Error 404.*: .*check that NATTER_BUILDER_URL is the builder host/)],
    ]);
  });
});
