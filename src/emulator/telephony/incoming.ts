/** Incoming calls, which a tester makes through the control API. */

import { endRecord, ownAttributes, recordHandoff } from '../store/changes.ts';
import { DEMO_PROJECT } from '../store/projects.ts';
import type { Core } from '../store/state.ts';
import { beginCallRecord } from './call-record.ts';
import { takeReservation } from './dni.ts';

/** Takes an incoming call. Returns the conversation's id. */
export function takeCall(
  core: Core,
  at: number,
  { to, from = '' }: { readonly to: string; readonly from?: string | undefined },
): string {
  const state = ownAttributes(takeReservation(core, at, to));
  return beginCallRecord(core, { at, projectId: DEMO_PROJECT, fromNumber: from, toNumber: to, state }).id;
}

/** Ends a call. If a hand-off is given, records it first. Returns false if there is no such call or it is over. */
export function hangUp(
  core: Core,
  at: number,
  id: string,
  handoff: { readonly destination: string; readonly reason: string } | undefined,
): boolean {
  const record = core.records.get(id);
  if (record?.channel !== 'VOICE-SIP' || record.endedAt !== null) return false;
  if (handoff) recordHandoff(record, at, handoff);
  endRecord(record, at);
  return true;
}
