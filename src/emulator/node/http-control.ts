/** The control API over HTTP: calls the actions of actions.ts. loopback.ts decides who may call it. */

import type { SessionEndReason } from '../../protocol/events.ts';
import type { ControlResult } from '../control/actions.ts';
import {
  readAdvance,
  readAgentChange,
  readAll,
  readCloseCode,
  readDeskAct,
  readInjected,
} from '../control/arguments.ts';
import { readHandoff, readIncoming } from '../control/calls.ts';
import { readProjectChange, readSample, readSeeded } from '../control/records.ts';
import type { RunningHost } from '../control/running-control.ts';
import { type BodyFields, BodyProblem, readBodyFields } from '../faults/checked-fields.ts';
import { readFaultSpec } from '../faults/fault-specs.ts';
import { EmulatorError } from '../model/emulator-error.ts';
import type { Platform } from '../platform.ts';

/** Host of the control API. Its `platform.control` comes from running-control.ts, which itself performs the outputs. */
export interface ControlHost extends RunningHost {
  readonly platform: Platform;
}

/** Answer to a control call. */
export interface ControlAnswer {
  readonly status: number;
  readonly body: object;
}

export const CONTROL_PREFIX = '/_control/';

const REASONS = ['NATURAL_END', 'USER_END', 'USER_ABANDONED'] as const;
const DEEPEST = 100;

const ok = (body: object): ControlAnswer => ({ status: 200, body });
const problem = (status: number, error: string): ControlAnswer => ({ status, body: { error } });

/** `path` begins with `/_control/`; `text` is the body, which may be empty. */
export function answerControl(host: ControlHost, method: string, path: string, text: string): ControlAnswer {
  const parts = path.slice(CONTROL_PREFIX.length).split('/');
  try {
    if (parts[0] === 'sessions') return sessionsCall(host, method, parts.slice(1), text);
    if (parts.length === 1 && parts[0] === 'faults') return faultsCall(host, method, text);
    if (parts.length === 1 && parts[0] === 'agent') return agentCall(host, method, text);
    if (parts.length === 1 && parts[0] === 'clock') return clockCall(host, method, text);
    if (parts.length === 1 && parts[0] === 'project') return projectCall(host, method, text);
    if (parts.length === 1 && parts[0] === 'metrics') return metricsCall(host, method, text);
    if (parts.length === 1 && parts[0] === 'webhooks') return webhooksCall(host, method);
    if (parts[0] === 'calls') return callsCall(host, method, parts.slice(1), text);
    if (parts.length === 1 && parts[0] === 'conversations') return conversationsCall(host, method, text);
  } catch (error) {
    if (error instanceof BodyProblem) return problem(400, error.message);
    if (error instanceof EmulatorError) return problem(400, error.message.replace(/^control\.\w+: /, ''));
    throw error;
  }
  return problem(
    404,
    'no such control path: there are faults, sessions, agent, clock, project, conversations, calls, metrics and webhooks',
  );
}

const NO_CHANGE = '"script", "pace" and "live" are missing: give at least one of them';
const NO_SESSION = problem(404, 'session not found: GET /_control/sessions lists those there are');

function faultsCall({ platform: { control } }: ControlHost, method: string, text: string): ControlAnswer {
  if (method === 'POST') {
    const body = parseBody(text);
    const all = (body as Partial<Record<'faults', unknown>> | null)?.faults;
    const faults = (Array.isArray(all) ? all : [body]).map(each => readFaultSpec(each));
    if (faults.some(({ sessionId }) => sessionId !== undefined && !control.session(sessionId))) return NO_SESSION;
    if (Array.isArray(all)) control.clearFaults();
    for (const fault of faults) control.addFault(fault);
  } else if (method === 'DELETE') control.clearFaults();
  else if (method !== 'GET') return wrongMethod('GET, POST or DELETE');
  return ok({ faults: control.faults() });
}

function agentCall({ platform: { control } }: ControlHost, method: string, text: string): ControlAnswer {
  if (method === 'GET') return ok(control.useAgent({}));
  if (method !== 'POST') return wrongMethod('GET or POST');
  const change = withBody(text, readAgentChange);
  if (Object.values(change).every(each => each === undefined)) return problem(400, NO_CHANGE);
  return ok(control.useAgent(change));
}

function clockCall(host: ControlHost, method: string, text: string): ControlAnswer {
  if (method !== 'POST') return wrongMethod('POST');
  const advanceMs = withBody(text, fields => readAdvance(fields, 'advanceMs'));
  return ok({ now: new Date(host.advance(advanceMs)).toISOString() });
}

function projectCall({ platform: { control } }: ControlHost, method: string, text: string): ControlAnswer {
  if (method === 'GET') return ok(control.changeProject({}));
  return method === 'POST' ? ok(control.changeProject(readProjectChange(parseBody(text)))) : wrongMethod('GET or POST');
}

function metricsCall(host: ControlHost, method: string, text: string): ControlAnswer {
  if (method !== 'POST') return wrongMethod('POST');
  host.platform.control.addSample(host.now(), readSample(parseBody(text)));
  return ok({ done: true });
}

function webhooksCall(host: ControlHost, method: string): ControlAnswer {
  return method === 'GET' ? ok({ deliveries: host.platform.control.webhookAttempts() }) : wrongMethod('GET');
}

function callsCall(host: ControlHost, method: string, parts: readonly string[], text: string): ControlAnswer {
  const { control } = host.platform;
  const [id, ...more] = parts;
  if (id === undefined) {
    if (method !== 'POST') return wrongMethod('POST');
    return ok({ conversation_id: control.startCall(host.now(), readIncoming(parseBody(text))).conversationId });
  }
  if (more.length > 0) return problem(404, 'no such control path: there are calls and calls/{id}');
  if (method !== 'DELETE') return wrongMethod('DELETE');
  const { done } = control.endCall(host.now(), id, readHandoff(parseBody(text)));
  return done ? ok({ done }) : problem(404, 'there is no such call, or it is over');
}

function conversationsCall({ platform: { control } }: ControlHost, method: string, text: string): ControlAnswer {
  if (method !== 'POST') return wrongMethod('POST');
  const given = readSeeded((parseBody(text) as Partial<Record<'conversations', unknown>>)?.conversations);
  return ok({ ids: control.addConversations(given) });
}

function sessionsCall(host: ControlHost, method: string, parts: readonly string[], text: string): ControlAnswer {
  const { control } = host.platform;
  const [id, action, ...more] = parts;
  if (id === undefined) return method === 'GET' ? ok({ sessions: control.sessions() }) : wrongMethod('GET');
  const session = control.session(id);
  if (!session) return NO_SESSION;
  if (action === undefined) return method === 'GET' ? ok(session) : wrongMethod('GET');
  const act = more.length === 0 && Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  if (!act) return problem(404, `no such session action: there are ${Object.keys(ACTIONS).join(', ')}`);
  return method === 'POST' ? act(host, id, text) : wrongMethod('POST');
}

type Action = (host: ControlHost, id: string, text: string) => ControlAnswer;

const ACTIONS: Readonly<Record<string, Action>> = {
  events: (host, id, text) => {
    const event = readInjected(parseBody(text), 'the body');
    return performed(host.platform.control.inject(host.now(), id, event));
  },
  drop: (host, id, text) => {
    const code = withBody(text, readCloseCode);
    return performed(host.platform.control.drop(host.now(), id, code));
  },
  expire: (host, id, text) => {
    withBody(text, () => {});
    return finished(host.platform.control.expire(host.now(), id));
  },
  end: (host, id, text) => {
    const reason = withBody(text, readReason);
    return finished(host.platform.control.end(host.now(), id, reason));
  },
  desk: (host, id, text) => {
    const act = withBody(text, readDeskAct);
    const result = host.platform.control.desk(host.now(), id, act);
    return result?.done === false ? problem(409, UNFIT[act.act] ?? NOBODY) : performed(result);
  },
};

const NOBODY = 'nobody of the desk is in this session';
const UNFIT: Readonly<Record<string, string>> = {
  accept: 'this session does not wait for the desk',
  transfer: 'this session neither waits for the desk nor is anybody of the desk in it',
};

function performed<T extends object>(result: ControlResult<T>): ControlAnswer {
  if (!result) return NO_SESSION;
  const { outputs: _, ...body } = result;
  return ok(body);
}

function finished(result: ControlResult<{ readonly done: boolean }>): ControlAnswer {
  const answer = performed(result);
  return result && !result.done ? problem(409, 'the session is over already') : answer;
}

// ---------------------------------------------------------------- bodies

/** An empty body is an empty object. */
function parseBody(text: string): unknown {
  if (text.trim() === '') return {};
  const body = parseJson(text);
  // Checks the depth now: JSON.stringify would fail on a very deep value later, with an error that does not name the cause.
  if (isDeeper(body, DEEPEST)) throw new BodyProblem(`the body is nested deeper than ${DEEPEST} levels`);
  return body;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BodyProblem('the body is not valid JSON');
  }
}

function isDeeper(body: unknown, levels: number): boolean {
  let level = [body];
  for (let depth = 0; depth <= levels && level.length > 0; depth += 1) {
    level = level.flatMap(each => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
  return level.length > 0;
}

function withBody<T>(text: string, read: (fields: BodyFields) => T): T {
  return readAll(readBodyFields(parseBody(text)), read);
}

function readReason(fields: BodyFields): SessionEndReason {
  const full = REASONS.map(reason => `REASON_${reason}` as const);
  const reason = fields.optionalWord('reason', [...REASONS, ...full]) ?? 'NATURAL_END';
  if (reason.endsWith('USER_END')) return 'user-end';
  return reason.endsWith('USER_ABANDONED') ? 'user-abandoned' : 'natural-end';
}

function wrongMethod(allowed: string): ControlAnswer {
  return problem(405, `use ${allowed} here`);
}
