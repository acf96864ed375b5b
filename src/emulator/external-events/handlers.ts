/** External Events: finds the conversation by the event's id, stores the event in its state, and tells the agent. */

import { postExternalEvent } from '../../contract/families/external-events.ts';
import { Problem } from '../model/problem.ts';
import { type Call, handle } from '../rest/call.ts';
import { takeTurn } from '../sessions/agent-turns.ts';
import type { ExpectedEvent } from '../store/expected-events.ts';
import { findProject, isAccount } from '../store/projects.ts';
import type { ConversationRecord } from '../store/records.ts';
import type { Core } from '../store/state.ts';
import { type Payload, readPayload, textAt } from './payload.ts';

const ARRIVED = 'Your payment has arrived. Thank you! Is there anything else I can do for you?';

type EventCall = Call<typeof postExternalEvent>;

export const externalEventsHandlers = [
  handle(postExternalEvent, (core, call) => {
    checkPlace(core, call);
    const payload = readPayload(call.raw);
    const id = idOf(call, payload);
    if (id === undefined || id === '') throw new Problem(400, 'External event id not found in request');
    const { event, record } = expected(core, call, id);
    // Accepts a repeated event with 201 as well, but changes nothing: only the first one counts.
    if (!event.arrived) {
      event.arrived = true;
      store(record, call.at, id, payload);
      tellAgent(core, call.at, record.id);
    }
    return { status: 201, body: {} };
  }),
];

/** Throws 400 for an unknown account or project. In all other families this is a 404. */
function checkPlace(core: Core, { query }: EventCall): void {
  if (!isAccount(query.account_id)) throw new Problem(400, 'account_id: there is no such account');
  if (!findProject(core.projects, query.project_id)) throw new Problem(400, 'project_id: there is no such project');
}

function idOf({ query, raw }: EventCall, payload: Payload): string | undefined {
  const { event_id_location: location, event_id_path: path } = query;
  if (location === 'payload') return textAt(payload, path);
  if (location === 'querystring') return raw.query.get(path) ?? undefined;
  try {
    return raw.headers.get(path) ?? undefined;
  } catch {
    // Returns nothing for a path that is not a valid header name.
    return undefined;
  }
}

function expected(
  core: Core,
  { at, query }: EventCall,
  id: string,
): { readonly event: ExpectedEvent; readonly record: ConversationRecord } {
  const event = core.expectedEvents.get(id);
  const record = event && core.records.get(event.conversationId);
  const isOwn = record?.projectId === findProject(core.projects, query.project_id)?.id;
  const isValid = event && record && isOwn && at < event.expiresAt && (record.endedAt === null || event.arrived);
  if (!isValid) throw new Problem(400, 'External event id not valid');
  return { event, record };
}

function store(record: ConversationRecord, at: number, id: string, { contentType, data }: Payload): void {
  const own = record.state.external_events;
  const before = Array.isArray(own) ? own : [];
  const event = {
    ext_event_id: id,
    content_type: contentType,
    created_at: new Date(at).toISOString(),
    data,
    send_to_llm: true,
  };
  record.state.external_events = [...before, event];
}

/** Lets the agent say that the event has arrived: at once in an open session, and with its next reply over Chat. */
function tellAgent(core: Core, at: number, conversationId: string): void {
  const session = core.sessions.get(conversationId);
  if (session && session.state === 'open') takeTurn(core, session, at, { kind: 'event', text: ARRIVED, custom: {} });
  core.chats.get(conversationId)?.news.push(ARRIVED);
}
