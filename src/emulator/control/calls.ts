/** Arguments of the calls that a tester makes to the agent. */

import { z } from 'zod';
import type { CallHandoff, IncomingCall } from './control-types.ts';
import { readWith } from './records.ts';

const incoming = z.strictObject({ to: z.string().min(1), from: z.string().optional() });
const hangUp = z.strictObject({
  handoff: z.strictObject({ destination: z.string().min(1), reason: z.string() }).optional(),
});

export const readIncoming = (value: unknown): IncomingCall => readWith(incoming, value, '');
export const readHandoff = (value: unknown): CallHandoff | undefined => readWith(hangUp, value, '').handoff;
