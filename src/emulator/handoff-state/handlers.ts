/** Handoff state (docs/PLATFORM.md): reads what hand-offs have stored. */

import { getHandoffState } from '../../contract/families/handoff-state.ts';
import { Problem } from '../model/problem.ts';
import { handle } from '../rest/call.ts';
import type { ConversationRecord, HandoffRecord } from '../store/records.ts';

const NOT_FOUND = 'There is no handoff state for this id.';

type HandedOff = ConversationRecord & { readonly handoff: HandoffRecord };

const isHandedOff = (record: ConversationRecord): record is HandedOff => record.handoff !== null;

export const handoffStateHandlers = [
  handle(getHandoffState, ({ records }, { query, project }) => {
    const { id, shared_id: sharedId } = query;
    const own = records.list.filter(isHandedOff).filter(each => each.projectId === project.id);
    const found =
      sharedId === undefined
        ? own.find(each => each.id === id)
        : own.filter(each => each.handoff.sharedId === sharedId).sort((a, b) => b.handoff.at - a.handoff.at)[0];
    if (!found) throw new Problem(404, NOT_FOUND);
    const { data, sharedId: shared } = found.handoff;
    return { status: 200, body: { id: found.id, data, ...(shared === undefined ? {} : { shared_id: shared }) } };
  }),
];
