// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { conditionOf, noteStates, stretchesOf } from '../../../src/demo/console/alerts/history.ts';
import type { AlertRule } from '../../../src/entries/platform.ts';
import { fakePort, NOW } from './fake-port.ts';
import { fill, press, showConsole } from './panel-page.tsx';

const MINUTE_MS = 60_000;
const at = (minutes: number): string => new Date(NOW + minutes * MINUTE_MS).toISOString();

const rule = (own: Partial<AlertRule> = {}): AlertRule => ({
  id: 'ar_1',
  name: 'Slow',
  project_id: null,
  metric: 'turn_latency_p95',
  operator: '>=',
  threshold_value: 3000,
  window_duration: '5m',
  enabled: true,
  created_at: at(0),
  updated_at: at(0),
  current_state: 'ok',
  since: at(0),
  last_evaluated_at: at(1),
  ...own,
});

describe('states of rules over time', () => {
  it('each state is noted once, and rules that are gone are forgotten', () => {
    const first = noteStates(new Map(), [rule(), rule({ id: 'ar_2' })]);
    const same = noteStates(first, [rule()]);
    const firing = noteStates(same, [rule({ current_state: 'alert', since: at(3) })]);
    expect([...firing]).toEqual([
      [
        'ar_1',
        [
          { state: 'ok', from: NOW },
          { state: 'alert', from: NOW + 3 * MINUTE_MS },
        ],
      ],
    ]);
  });

  it('the strip ends a minute after the latest evaluation, so that a new state shows', () => {
    const states = [
      { state: 'ok', from: NOW },
      { state: 'alert', from: NOW + 3 * MINUTE_MS },
    ] as const;
    expect(stretchesOf(states, NOW + 3 * MINUTE_MS)).toMatchObject([
      { at: 0, share: 0.75, seconds: 180 },
      { at: 0.75, share: 0.25, seconds: null },
    ]);
    expect(stretchesOf([], NOW)).toEqual([]);
  });

  it('a condition reads like a sentence', () => {
    expect(conditionOf(rule())).toBe('turn latency p95 >= 3000 ms within 5m');
  });
});

describe('alerts, the panel', () => {
  afterEach(cleanup);

  it('a rule without a name or a threshold is not sent, and the field keeps what is written', async () => {
    const created: object[] = [];
    const createRule = async (body: object) => {
      created.push(body);
      return rule();
    };
    const server = async () => ({ endpointId: null, deliveries: [] });
    showConsole('#/alerts', fakePort({ platform: { alerts: { rules: async () => [], createRule } }, server }));
    await fill('textbox', 'Rule', '  ');
    await press('Create rule');
    await screen.findByText('Give the rule a name.');
    await fill('textbox', 'Rule', ' Slow ');
    await fill('spinbutton', 'Threshold', '');
    await press('Create rule');
    await screen.findByText('The threshold must be a number.');
    expect(screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Threshold' }).value).toBe('');
    expect(created).toEqual([]);
    await fill('spinbutton', 'Threshold', '-2.5');
    await press('Create rule');
    await screen.findByText('The rule “Slow” was created.');
    expect(created).toMatchObject([{ name: 'Slow', threshold_value: -2.5 }]);
  });

  it('the focus stays in the list when its rule is deleted, and the rest of the page leaves it alone', async () => {
    let rules = [rule(), rule({ id: 'ar_2', name: 'Other' })];
    const deleteRule = async (id: string) => {
      rules = rules.filter(each => each.id !== id);
    };
    const server = async () => ({ endpointId: null, deliveries: [] });
    showConsole('#/alerts', fakePort({ platform: { alerts: { rules: async () => rules, deleteRule } }, server }));
    (await screen.findByRole('button', { name: /^Delete\s*Slow$/ })).focus();
    await press(/^Delete\s*Slow$/);
    const list = screen.getByRole('list', { name: 'Alert rules' });
    await screen.findByText('The rule “Slow” was deleted.');
    await vi.waitFor(() => expect(document.activeElement).toBe(list));
    screen.getByRole('button', { name: /^Delete\s*Other$/ }).focus();
    screen.getByRole('button', { name: /^Delete\s*Other$/ }).blur();
    await press(/^Delete\s*Other$/);
    await screen.findByText(/No rule yet/);
    expect(document.activeElement).toBe(document.body);
  });

  it('creates a rule, makes it fire, and lists signed and forged notices', async () => {
    const rules: AlertRule[] = [];
    const acts: string[] = [];
    const notice = {
      event_type: 'alerts.triggered',
      alert: { name: 'Slow', metric: 'turn_latency_p95', current_value: 9000, previous_state: 'ok' },
    };
    const port = fakePort({
      platform: {
        alerts: {
          rules: async () => [...rules],
          createRule: async (body: object) => {
            rules.push(rule({ ...body }));
            return rules[0];
          },
        },
      },
      control: async (method, path, body) => {
        acts.push(`${method} ${path} ${JSON.stringify(body)}`);
        if (path === 'clock') rules[0] = rule({ current_state: 'alert', since: at(1), current_value: 9000 });
        return { now: at(1) };
      },
      server: async (method, path) => {
        acts.push(`${method} ${path}`);
        const refused = { at: at(2), verdict: 'forged', notice: null };
        return { endpointId: 'whe_1', deliveries: [{ at: at(1), verdict: 'verified', notice }, refused] };
      },
    });
    showConsole('#/alerts', port);
    expect(await screen.findByText(/No rule yet/)).toBeTruthy();
    await press('Create rule');
    await screen.findByRole('list', { name: 'Alert rules' });
    await fill('spinbutton', 'Value', '9');
    await press('Add sample');
    await screen.findByText(/A sample of api_errors was added/);
    expect(screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Value' }).value).toBe('9');
    await press('Go on by a minute');
    expect(await screen.findByText('firing')).toBeTruthy();
    expect(screen.getByRole('img', { name: /^States: ok for 1 min 0 s, firing since/ })).toBeTruthy();
    expect(acts).toContain('POST metrics {"metric":"api_errors","value":9}');
    expect(acts).toContain('POST clock {"advanceMs":60000}');
    const list = await screen.findByRole('list', { name: 'Deliveries' });
    const [latest, first] = within(list).getAllByRole('listitem');
    expect(latest?.textContent).toContain('refused: wrong signature');
    expect(first?.textContent).toContain('Slow: triggered');
    await press('Post a forged one');
    expect(await screen.findByText('A notice with a wrong signature was posted.')).toBeTruthy();
  });
});
