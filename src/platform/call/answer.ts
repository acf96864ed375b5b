/** Reads the response of a call that succeeded. It is lenient: only a few fields must be present, and unknown fields are kept. */

import { z } from 'zod';
import type { AnswerOf, AnyRoute } from '../../contract/shape/route.ts';
import { PlatformError } from './error.ts';

/** Fields that must be present, because a caller cannot go on without them. Lists must be present as well. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  createChat: ['conversation_id'],
  respondToChat: ['response'],
  listConversations: ['cursor'],
  getHandoffState: ['data'],
  startCall: ['call_sid'],
  getCallStatus: ['status'],
  reserveNumber: ['dni'],
  createAlertRule: ['id'],
  createWebhookEndpoint: ['id', 'signing_secret'],
  rotateWebhookSecret: ['signing_secret'],
  createAgent: ['agentId'],
  duplicateAgent: ['agentId'],
  createBranch: ['branchId'],
  createTopic: ['id'],
  createAttribute: ['id'],
  createVariant: ['id'],
  getActiveDeployments: ['activeDeployments'],
  publishAgent: ['deployment'],
  promoteDeployment: ['deployment'],
  rollbackDeployment: ['deployment'],
};

export function readAnswer<R extends AnyRoute>(route: R, status: number, text: string): AnswerOf<R> {
  const value = text === '' ? undefined : parse(route, status, text);
  const { answer } = route;
  if (answer instanceof z.ZodUndefined) return undefined as AnswerOf<R>;
  if (value === undefined && answer.safeParse({}).success) return {} as AnswerOf<R>;
  const problem = problemOf(route, value);
  if (problem) throw unreadable(route, status, problem);
  return value as AnswerOf<R>;
}

/** Returns the error of an answer that does not match the route. `problem` names the expected and the actual value. */
export function unreadable(route: AnyRoute, status: number, problem: string, cause?: unknown): PlatformError {
  const message = `${route.name} cannot read its answer: ${problem}. Check the address of the ${route.family.host} host.`;
  return new PlatformError({ status, code: 'unreadable_answer', message, cause });
}

function parse(route: AnyRoute, status: number, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unreadable(route, status, 'expected JSON, got something else', cause);
  }
}

function problemOf({ name, answer }: AnyRoute, value: unknown): string | undefined {
  if (!fits(answer, value)) return `expected ${kindOfSchema(answer)}, got ${kindOfValue(value)}`;
  if (!(answer instanceof z.ZodObject)) return undefined;
  const fields = Object.entries<z.ZodType>(answer.shape);
  for (const [field, schema] of fields) {
    const inner = (value as Readonly<Record<string, unknown>>)[field];
    const isNeeded = schema instanceof z.ZodArray || NEEDED[name]?.includes(field);
    const isPage = ['cursor', 'next_offset'].includes(field) && inner !== undefined && inner !== null;
    if ((isNeeded || isPage) && !fits(schema, inner))
      return `expected ${kindOfSchema(schema)} "${field}", got ${kindOfValue(inner)}`;
  }
  return undefined;
}

/** Returns true if the value has the schema's type. Does not check the fields of an object or the items of a list. */
function fits(schema: z.ZodType, value: unknown): boolean {
  if (schema instanceof z.ZodNullable) return value === null || fits(schema.unwrap() as z.ZodType, value);
  if (schema instanceof z.ZodOptional) return fits(schema.unwrap() as z.ZodType, value);
  return kindOfSchema(schema) === kindOfValue(value);
}

function kindOfSchema(schema: z.ZodType): string {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return kindOfSchema(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodArray) return 'a list';
  if (schema instanceof z.ZodObject || schema instanceof z.ZodRecord) return 'an object';
  return schema instanceof z.ZodNumber ? 'a number' : 'text';
}

function kindOfValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return value === null ? 'null' : 'an object';
  return typeof value === 'string' ? 'text' : `a ${typeof value}`;
}
