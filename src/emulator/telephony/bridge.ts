/** Bridge-ended: stores the durations of a bridged call. */

import { postBridgeEnded } from '../../contract/families/bridge.ts';
import { Problem } from '../model/problem.ts';
import { handle } from '../rest/call.ts';
import { endRecord } from '../store/changes.ts';

export const bridgeHandlers = [
  handle(postBridgeEnded, ({ records, chats }, { at, body }) => {
    const record = records.get(body.conversation_id);
    if (!record) throw new Problem(404, 'There is no such conversation.');
    const { bridge_duration_seconds: bridgeSeconds, call_duration_seconds: callSeconds } = body;
    record.bridge = { bridgeSeconds, callSeconds };
    Object.assign(record.state, { bridge_duration_seconds: bridgeSeconds, call_duration_seconds: callSeconds });
    endRecord(record, at);
    const chat = chats.get(record.id);
    if (chat?.state === 'open') chat.state = 'ended';
    return { status: 200, body: { success: true } };
  }),
];
