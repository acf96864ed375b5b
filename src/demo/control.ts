/** The emulator's control API as the page calls it. Every failure becomes a line in the bench's report. */

export interface SessionSummary {
  readonly id: string;
  readonly state: string;
  readonly idleSince: string;
  readonly sockets: readonly string[];
  readonly party: string;
  readonly language: string;
  readonly eventCount: number;
}

export interface Control {
  call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown>;
  sessions(): Promise<readonly SessionSummary[]>;
}

/** `report` gets one line per action and per failure. */
export function createControl(emulator: string, report: (line: string) => void): Control {
  async function call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> {
    try {
      const response = await fetch(`${emulator}/_control/${path}`, {
        method,
        ...(body ? { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } } : {}),
      });
      const answer: unknown = await response.json();
      if (!response.ok) report(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
      else if (method !== 'GET') report(`${method} ${path} ${body ? JSON.stringify(body) : ''}`);
      return response.ok ? answer : undefined;
    } catch (error) {
      report(`${method} ${path}: ${error}`);
      return undefined;
    }
  }
  return {
    call,
    async sessions() {
      const answer = (await call('GET', 'sessions')) as { sessions?: readonly SessionSummary[] } | undefined;
      return answer?.sessions ?? [];
    },
  };
}
