/** External Events (docs/PLATFORM.md). */

import { EVENT_CONTENT_TYPES, postExternalEvent } from '../../contract/families/external-events.ts';
import type { FieldProblem } from '../../contract/shape/errors.ts';
import { inDialect } from '../../contract/shape/route.ts';
import { call } from '../call/call.ts';
import type { Connection } from '../call/connection.ts';
import { refused } from '../call/input.ts';
import type { EventLocation } from './runtime-types.ts';

export interface ExternalEvent extends Omit<EventLocation, 'account_id' | 'project_id'> {
  /** The payload as text, in the format of the content type. */
  readonly body: string;
  readonly contentType: 'application/json' | 'application/x-www-form-urlencoded' | 'application/xml' | 'text/plain';
  /** Headers or query parameters that hold the event's id, if the payload does not. Names that the client itself sends are refused. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly parameters?: Readonly<Record<string, string>>;
}

export const externalEventCalls = (connection: Connection) => ({
  /** Sends a result to the conversation that the event's id belongs to. Safe to repeat: only the first event counts. */
  post: async (event: ExternalEvent): Promise<void> => {
    const { body, contentType, headers = {}, parameters = {}, ...place } = { ...event };
    const { account_id = '', project_id = '' } = connection.ids;
    const query = { ...place, account_id, project_id };
    const problems = [
      ...bodyProblems(body, contentType),
      ...headerProblems(connection, headers),
      ...parameterProblems(query, parameters),
    ];
    if (problems.length > 0) throw refused(postExternalEvent, problems);
    await call(connection, postExternalEvent, { query, raw: { body, contentType, headers, parameters } });
  },
});

function bodyProblems(body: unknown, contentType: unknown): readonly FieldProblem[] {
  const type = String(contentType).split(';', 1)[0]?.trim().toLowerCase();
  const isKnown = EVENT_CONTENT_TYPES.some(each => each === type);
  return [
    ...(typeof body === 'string' ? [] : [{ field: 'body', message: 'must be text, written in its content type' }]),
    ...(isKnown ? [] : [{ field: 'contentType', message: `must be one of ${EVENT_CONTENT_TYPES.join(', ')}` }]),
  ];
}

/** Refuses the client's own headers, in any letter case: `fetch` would merge both values into one, such as `demo-events, x`. */
function headerProblems({ dialect }: Connection, headers: Readonly<Record<string, string>>): readonly FieldProblem[] {
  const own = [inDialect(postExternalEvent.family.keyHeader, dialect), 'Content-Type'];
  return Object.entries(headers).flatMap(([name, value]) => {
    const field = `headers.${name}`;
    const taken = own.find(each => each.toLowerCase() === name.toLowerCase());
    if (taken) return [{ field, message: `must be left out: the client sends ${taken} itself` }];
    return isHeader(name, value) ? [] : [{ field, message: 'must have the name and the value of a header' }];
  });
}

function isHeader(name: string, value: string): boolean {
  try {
    return new Headers([[name, value]]) instanceof Headers;
  } catch {
    return false;
  }
}

const OPTIONS: Readonly<Record<string, string>> = { account_id: 'accountId', project_id: 'projectId' };

function parameterProblems(
  query: Readonly<Record<string, unknown>>,
  parameters: Readonly<Record<string, string>>,
): readonly FieldProblem[] {
  const differing = Object.entries(parameters).filter(
    ([name, value]) => Object.hasOwn(query, name) && query[name] !== value,
  );
  return differing.map(([name]) => {
    const option = OPTIONS[name];
    const origin = option ? `the option ${option} of createPlatform()` : `${name} of this call`;
    return { field: `parameters.${name}`, message: `must be left out or the same as ${origin}` };
  });
}
