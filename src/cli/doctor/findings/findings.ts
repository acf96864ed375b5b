/** The checks by name, in the order of the report, and the findings. The names are stable, because scripts use them. */

export const GROUPS = {
  page: ['page-reachable', 'page-certificate', 'page-html'],
  script: [
    'script-tag',
    'script-once',
    'script-loading',
    'attributes',
    'mixed-content',
    'script-reachable',
    'script-type',
    'script-is-natter',
    'script-cache',
    'script-integrity',
    'chunks',
    'chunks-type',
    'chunks-cors',
    'chunks-cache',
  ],
  broker: [
    'broker-address',
    'broker-certificate',
    'broker-reachable',
    'broker-is-natter',
    'broker-origin',
    'broker-cors',
    'token',
  ],
  platform: [
    'platform-address',
    'platform-certificate',
    'platform-cors',
    'session',
    'probe',
    'socket',
    'join',
    'session-end',
  ],
  services: ['chat', 'chat-turns', 'call-me', 'call-us', 'status'],
  policy: ['csp-script', 'csp-connect', 'csp-style', 'csp-img', 'csp-sandbox', 'csp-trusted-types', 'csp-report-only'],
} as const;

export type Group = keyof typeof GROUPS;
export type CheckName = (typeof GROUPS)[Group][number];

/** Result of a check. `skipped`: not needed here, or not possible because an earlier check failed. */
export type Status = 'ok' | 'warning' | 'failed' | 'skipped';

export interface Finding {
  readonly name: CheckName;
  readonly status: Status;
  /** The finding in one sentence. For a warning or a failure it is the cause; for a skipped check, the reason for skipping it. */
  readonly message: string;
  /** Instruction to fix the problem, in one sentence; null if there is nothing to do. */
  readonly fix: string | null;
}

export const ok = (name: CheckName, message: string): Finding => ({ name, status: 'ok', message, fix: null });

export const skipped = (name: CheckName, message: string): Finding => ({
  name,
  status: 'skipped',
  message,
  fix: null,
});

export const warning = (name: CheckName, message: string, fix: string): Finding => ({
  name,
  status: 'warning',
  message,
  fix,
});

export const failed = (name: CheckName, message: string, fix: string): Finding => ({
  name,
  status: 'failed',
  message,
  fix,
});

/** Returns a finding for every check, in order. A check without one is reported as skipped; the reason is the last failure before it. */
export function addSkipped(found: readonly Finding[]): readonly Finding[] {
  let reason = 'Not looked at: it is not needed here, or what it needs was not given.';
  return Object.values(GROUPS).flatMap((names: readonly CheckName[]) =>
    names.map(name => {
      const finding = found.find(each => each.name === name);
      if (finding?.status === 'failed') reason = `Not reached, because ${name} failed.`;
      return finding ?? skipped(name, reason);
    }),
  );
}
