/** The report, as text and as JSON. Removes tokens, tickets and control characters from all of its texts. */

import { displayUrl, redact } from '../command/safe-text.ts';
import type { Examination } from './examine.ts';
import { type Finding, GROUPS, type Group, type Status } from './findings/findings.ts';

/** The output of `--json`. Later versions may add fields, but remove none. */
export interface JsonReport {
  readonly version: 1;
  /** ISO 8601. */
  readonly at: string;
  /** Addresses without query; null if unknown. */
  readonly page: string | null;
  readonly origin: string | null;
  readonly broker: string | null;
  readonly platform: string | null;
  /** False if any check failed. */
  readonly healthy: boolean;
  readonly counts: Readonly<Record<Status, number>>;
  /** Every check once, always in the same order. */
  readonly checks: readonly JsonCheck[];
}

export interface JsonCheck extends Omit<Finding, 'fix'> {
  readonly group: Group;
  /** The finding's `fix`, under its public name. */
  readonly mend: string | null;
}

export function toJson(examination: Examination, now: number): JsonReport {
  const checks = cleanChecks(examination);
  return {
    version: 1,
    at: new Date(now).toISOString(),
    page: address(examination.page),
    origin: examination.origin ?? null,
    broker: address(examination.broker),
    platform: address(examination.platform),
    healthy: isHealthy(examination),
    counts: countByStatus(checks),
    checks,
  };
}

export const isHealthy = ({ findings }: Examination): boolean => findings.every(each => each.status !== 'failed');

const TITLES: Readonly<Record<Group, string>> = {
  page: 'Page',
  script: 'Script',
  broker: 'Broker',
  platform: 'Platform',
  services: 'Services',
  policy: 'Policy',
};

/** Returns one line for each check, followed by a line with its fix. A group whose checks were all skipped is a single line. */
export function toLines(examination: Examination): readonly string[] {
  const checks = cleanChecks(examination);
  const groups = Object.keys(GROUPS) as Group[];
  const counts = countByStatus(checks);
  const summary = (['ok', 'warning', 'failed', 'skipped'] as const).map(status => `${counts[status]} ${status}`);
  return [
    ...groups.flatMap(group =>
      groupLines(
        group,
        checks.filter(each => each.group === group),
      ),
    ),
    summary.join(', '),
  ];
}

function groupLines(group: Group, checks: readonly JsonCheck[]): readonly string[] {
  const [first] = checks;
  if (first && checks.every(each => each.status === 'skipped' && each.message === first.message)) {
    return [TITLES[group], `  skipped  ${first.message}`, ''];
  }
  return [TITLES[group], ...checks.flatMap(checkLines), ''];
}

function checkLines({ status, name, message, mend }: JsonCheck): readonly string[] {
  const line = `  ${status.padEnd(8)} ${name.padEnd(21)} ${message}`;
  return mend === null ? [line] : [line, `${' '.repeat(33)}${mend}`];
}

function cleanChecks({ findings, secrets }: Examination): readonly JsonCheck[] {
  return findings.map(({ name, status, message, fix }) => ({
    name,
    group: groupOfCheck(name),
    status,
    message: redact(message, secrets),
    mend: fix === null ? null : redact(fix, secrets),
  }));
}

function groupOfCheck(name: Finding['name']): Group {
  const groups = Object.keys(GROUPS) as Group[];
  return groups.find(group => (GROUPS[group] as readonly string[]).includes(name)) ?? 'page';
}

function countByStatus(checks: readonly JsonCheck[]): Readonly<Record<Status, number>> {
  const of = (status: Status): number => checks.filter(each => each.status === status).length;
  return { ok: of('ok'), warning: of('warning'), failed: of('failed'), skipped: of('skipped') };
}

const address = (url: string | undefined): string | null => (url === undefined || url === '' ? null : displayUrl(url));
