/** Client for the emulator's control API. Every failure is returned as a sentence. */

export interface SessionSummary {
  readonly id: string;
  readonly state: string;
  readonly idleSince: string;
  readonly sockets: readonly string[];
  readonly party: string;
  readonly language: string;
  readonly eventCount: number;
}

export type Answer = { readonly ok: true; readonly body: unknown } | { readonly ok: false; readonly words: string };
type Method = 'GET' | 'POST' | 'DELETE';

export interface EmulatorClient {
  /** Makes one call. Its promise is never rejected. */
  call(method: Method, path: string, body?: object): Promise<Answer>;
  /** Returns the emulator's list; null if it does not answer. */
  sessions(): Promise<readonly SessionSummary[] | null>;
}

/** Reports calls to the inspector: every change, and the first of several failed reads in a row. */
export type OnCall = (title: string, detail: string, data: unknown) => void;

export function createEmulatorClient(emulator: string, report: OnCall): EmulatorClient {
  /** True after a failed read. A timer repeats reads, so only the first failure is reported. */
  let isFailing = false;

  async function call(method: Method, path: string, body?: object): Promise<Answer> {
    const answer = await ask(method, path, body);
    const look = method === 'GET';
    if (!look || (!answer.ok && !isFailing)) {
      const outcome = answer.ok ? JSON.stringify(body ?? {}) : answer.words;
      report(`${method} ${path.replace(/(?<=^sessions\/\w{8})[\w-]+/, '…')}`, outcome, {
        sent: body ?? null,
        answer: answer.ok ? answer.body : answer.words,
      });
    }
    if (look) isFailing = !answer.ok;
    return answer;
  }

  async function ask(method: Method, path: string, body?: object): Promise<Answer> {
    try {
      const response = await fetch(`${emulator}/_control/${path}`, {
        method,
        ...(body ? { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } } : {}),
      });
      const text = await response.text();
      const said: unknown = text === '' ? {} : JSON.parse(text);
      return response.ok ? { ok: true, body: said } : { ok: false, words: controlRefusal(response.status, said) };
    } catch (error) {
      return { ok: false, words: `The emulator at ${emulator} gives no answer (${error}). Is it still running?` };
    }
  }

  return {
    call,
    async sessions() {
      const answer = await call('GET', 'sessions');
      return answer.ok ? ((answer.body as { sessions?: readonly SessionSummary[] }).sessions ?? []) : null;
    },
  };
}

function controlRefusal(status: number, said: unknown): string {
  const error = (said as { error?: unknown } | null)?.error;
  return `The emulator refuses: ${typeof error === 'string' ? error : `status ${status}`}.`;
}
