/** Records a Messaging session while it runs. Its conversation begins when the agent joins, and ends with the session. */

import type { ServerEventBody } from '../../protocol/events.ts';
import { addAgentText, addUserTurn, endRecord, failHandoff, recordHandoff } from './changes.ts';
import { DEMO_PROJECT } from './projects.ts';
import { newConversation } from './records.ts';
import type { Core, Session } from './state.ts';
import { defaultVariant } from './variants.ts';

export function recordEvent(core: Core, session: Session, at: number, body: ServerEventBody): void {
  if (body.type === 'AGENT_JOINED') beginRecord(core, session, at);
  const record = core.records.get(session.id);
  if (!record || record.endedAt !== null) return;
  switch (body.type) {
    case 'USER_MESSAGE':
      // Records nothing after a hand-off, because the platform has no transcript of a person's replies.
      if (session.conversation.stage !== 'live') addUserTurn(record, at, body.text);
      break;
    case 'AGENT_MESSAGE':
      addAgentText(record, at, body.text);
      break;
    case 'AGENT_MESSAGE_CHUNK':
      session.streamed += body.text;
      if (!body.isComplete) break;
      addAgentText(record, at, session.streamed);
      session.streamed = '';
      break;
    case 'AGENT_TRIGGERED_HANDOFF':
      recordHandoff(record, at, { destination: 'customer_care', reason: 'visitor_request' });
      break;
    case 'HANDOFF_FAILED':
    case 'HANDOFF_TIMEOUT':
      failHandoff(record);
      break;
    case 'LANGUAGE_CHANGED':
      record.language = body.languageCode;
      break;
    case 'SESSION_END':
      endRecord(record, at);
      break;
  }
}

/** Begins a record, unless the session has one: an agent that returns after a hand-off continues the same conversation. */
function beginRecord(core: Core, session: Session, at: number): void {
  if (core.records.get(session.id)) return;
  const { environment } = session;
  core.records.add(
    newConversation({
      id: session.id,
      projectId: DEMO_PROJECT,
      environment,
      startedAt: at,
      channel: 'WEBCHAT',
      ...defaultVariant(core, DEMO_PROJECT, environment),
    }),
  );
}
