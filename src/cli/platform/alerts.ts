/** `natter alerts`: shows the alert rules with their state, and those that are firing. */

import type { AlertRule, FiringAlert } from '../../platform/families/alert-types.ts';
import { oneOf, parseOptions, refusePositionals } from './bad-input.ts';
import { NEEDS } from './environment.ts';
import { type Column, createTable, toJsonLine } from './output.ts';
import { type PlatformCommand, SYSTEM } from './ports.ts';
import { runPlan, type Work } from './run.ts';

const USAGE = `Usage: natter alerts [options]

Shows the alert rules with state, value and threshold, and which of them fire.

Options:
  --format <name>  table or jsonl (table)
  --help           prints this

Environment: NATTER_BUILDER_URL, NATTER_BUILDER_KEY; optional: NATTER_DIALECT.

Exit code: 0 also when rules fire, 1 after an error of the platform, 2 for a wrong call.`;

const OPTIONS = { format: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;

export const alertsCommand: PlatformCommand = (context, args, ports = SYSTEM) =>
  runPlan(context, ports, USAGE, () => {
    const { values, positionals } = parseOptions('alerts', args, OPTIONS);
    if (values.help) return undefined;
    refusePositionals('alerts', positionals);
    const format = oneOf('--format', values.format ?? 'table', ['table', 'jsonl']);
    return { needs: NEEDS.builder, work: work => showAlerts(format, work) };
  });

interface Row extends AlertRule {
  readonly firing: boolean;
}

async function showAlerts(format: 'table' | 'jsonl', { platform, ports, print, complain }: Work): Promise<number> {
  const [rules, firing] = await Promise.all([platform.alerts.rules(), platform.alerts.firing()]);
  const rows = rules.map(rule => withAlert(rule, firing));
  const lines = format === 'jsonl' ? rows.map(toJsonLine) : createTable(TABLE, ports.columns())(rows);
  for (const line of lines) print(line);
  const count = rows.filter(each => each.firing).length;
  complain(`${rows.length} ${rows.length === 1 ? 'rule' : 'rules'}, ${count} firing`);
  return 0;
}

/** Adds state and value from the firing alert, because some deployments omit them in the rule. */
function withAlert(rule: AlertRule, firing: readonly FiringAlert[]): Row {
  const alert = firing.find(each => (each.alert_rule_id ?? each.id) === rule.id);
  if (!alert) return { ...rule, firing: false };
  const { since, last_evaluated_at, current_value } = alert;
  return { ...rule, current_state: 'alert', since, last_evaluated_at, current_value, firing: true };
}

const TABLE: readonly Column<Row>[] = [
  { title: 'firing', value: row => (row.firing ? 'FIRING' : '') },
  { title: 'name', value: row => row.name },
  { title: 'state', value: stateOf },
  { title: 'value', value: row => row.current_value ?? '-' },
  { title: 'threshold', value: row => `${row.operator} ${row.threshold_value}` },
  { title: 'metric', value: row => row.metric },
  { title: 'window', value: row => row.window_duration },
  { title: 'since', value: row => row.since?.replace(/\.\d+Z$/, 'Z') },
  { title: 'id', value: row => row.id },
];

function stateOf(row: Row): string {
  if (!row.enabled) return 'off';
  return row.last_evaluated_at ? (row.current_state ?? 'unknown') : 'not evaluated';
}
