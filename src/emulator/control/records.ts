/** Finished conversations for charts and paging, and the settings of the demo's project. */

import { z } from 'zod';
import { type Metric, metric } from '../../contract/families/alerts.ts';
import { environment, readFields, time, timeOf } from '../../contract/shape/fields.ts';
import { BodyProblem } from '../faults/checked-fields.ts';
import { recordHandoff } from '../store/changes.ts';
import { DEMO_PROJECT, findProject, type Project } from '../store/projects.ts';
import { type ConversationRecord, newConversation } from '../store/records.ts';
import type { Core } from '../store/state.ts';
import { variantsIn } from '../store/variants.ts';
import type { MetricSample, ProjectChange, ProjectSettings, SeededConversation } from './control-types.ts';

const YEAR_SECONDS = 366 * 24 * 3_600;

const seeded = z.strictObject({
  /** Default: a new id. */
  id: z.string().min(1).optional(),
  started_at: time.refine(each => timeOf(each) >= 0, 'must not be before 1970'),
  /** At most a year, because ISO 8601 must be able to express the end. */
  duration_seconds: z.number().min(0).max(YEAR_SECONDS),
  /** Default `live`. */
  environment: environment.optional(),
  /** Default `CHAT`. */
  channel: z.string().min(1).optional(),
  variant_id: z.string().optional(),
  language: z.string().optional(),
  to_number: z.string().optional(),
  from_number: z.string().optional(),
  turns: z
    .array(
      z.strictObject({
        user_input: z.string(),
        agent_response: z.string(),
        /** Seconds. */
        latency: z.number().min(0).max(YEAR_SECONDS).optional(),
      }),
    )
    .optional(),
  handoff: z.strictObject({ destination: z.string(), reason: z.string() }).optional(),
  state: z.record(z.string(), z.unknown()).optional(),
  metrics: z.record(z.string(), z.union([z.string(), z.array(z.string())])).optional(),
});

const projectChange = z.strictObject({
  show_transcripts: z.boolean().optional(),
  chunked_streaming: z.boolean().optional(),
  response_metrics: z.union([z.literal('all'), z.array(z.string())]).optional(),
});

const sample = z.strictObject({
  metric: z.enum(['turn_latency', ...metric.options]),
  value: z.number().min(0),
  /** Default: the demo's project. */
  project_id: z.string().optional(),
});

export const readSample = (value: unknown): MetricSample => readWith(sample, value, '');

/** Adds a sample. A `turn_latency` counts for both percentiles. */
export function addSample(core: Core, at: number, { metric: name, value, project_id: id }: MetricSample): void {
  const project = findProject(core.projects, id ?? DEMO_PROJECT);
  if (!project) throw new BodyProblem('project_id: names no project');
  const isLatency = name.startsWith('turn_latency');
  const metrics = isLatency ? (['turn_latency_p50', 'turn_latency_p95'] as const) : ([name as Metric] as const);
  for (const each of metrics) core.samples.push({ at, metric: each, value, projectId: project.id });
}

export const readSeeded = (value: unknown): readonly SeededConversation[] =>
  readWith(z.array(seeded), value, 'conversations');
export const readProjectChange = (value: unknown): ProjectChange => readWith(projectChange, value, '');

/** Validates a value against the schema and returns it. Throws a BodyProblem that names the first error. */
export function readWith<T>(schema: z.ZodType<T>, value: unknown, name: string): T {
  const result = readFields(schema, value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const at = [name, ...(issue?.path ?? [])].filter(each => each !== '').join('.');
  throw new BodyProblem(`${at || 'the body'}: ${issue?.message}`);
}

/** Adds finished conversations. Returns their ids in the order given. */
export function seedConversations(core: Core, given: readonly SeededConversation[]): readonly string[] {
  const ids = new Set<string>();
  for (const [index, { id }] of given.entries()) {
    if (id === undefined) continue;
    if (ids.has(id) || core.records.get(id)) throw new BodyProblem(`conversations.${index}.id: is taken`);
    ids.add(id);
  }
  const records = given.map(each => recordOf(core, each));
  core.records.addAll(records);
  return records.map(each => each.id);
}

function recordOf(core: Core, given: SeededConversation): ConversationRecord {
  const startedAt = timeOf(given.started_at);
  const live = given.environment ?? 'live';
  const variants = variantsIn(core, DEMO_PROJECT, live);
  const variant =
    given.variant_id === undefined
      ? variants.find(each => each.isDefault)
      : variants.find(each => each.id === given.variant_id);
  const record = newConversation({
    id: given.id ?? `CONV-${core.settings.random.uuid()}`,
    projectId: DEMO_PROJECT,
    environment: live,
    startedAt,
    channel: given.channel ?? 'CHAT',
    variantId: given.variant_id ?? variant?.id ?? null,
    variantName: variant?.name ?? null,
    ...(given.language === undefined ? {} : { language: given.language }),
    ...(given.to_number === undefined ? {} : { toNumber: given.to_number }),
    ...(given.from_number === undefined ? {} : { fromNumber: given.from_number }),
    ...(given.state === undefined ? {} : { state: given.state }),
  });
  const endedAt = startedAt + given.duration_seconds * 1000;
  record.endedAt = endedAt;
  addTurns(record, given, endedAt);
  for (const [name, value] of Object.entries(given.metrics ?? {})) record.metrics.set(name, [value].flat());
  if (given.handoff) recordHandoff(record, endedAt, given.handoff);
  return record;
}

/** Adds the turns, spread evenly over the conversation. */
function addTurns(record: ConversationRecord, { turns = [] }: SeededConversation, endedAt: number): void {
  const stepMs = (endedAt - record.startedAt) / Math.max(1, turns.length);
  for (const [index, { user_input: userInput, agent_response: agentResponse, latency = null }] of turns.entries()) {
    const userAt = Math.round(record.startedAt + index * stepMs);
    const agentAt = userAt + Math.round((latency ?? 0) * 1000);
    record.turns.push({ userInput, userAt, agentResponse, agentAt, latency, isSilence: userInput === '' && index > 0 });
  }
}

export function changeProject(core: Core, change: ProjectChange): ProjectSettings {
  const project = findProject(core.projects, DEMO_PROJECT);
  if (!project) throw new BodyProblem(`there is no project ${DEMO_PROJECT} any more`);
  project.showsTranscripts = change.show_transcripts ?? project.showsTranscripts;
  project.streamsChunks = change.chunked_streaming ?? project.streamsChunks;
  project.responseMetrics = change.response_metrics ?? project.responseMetrics;
  return settingsOf(project);
}

const settingsOf = (project: Project): ProjectSettings => ({
  show_transcripts: project.showsTranscripts,
  chunked_streaming: project.streamsChunks,
  response_metrics: project.responseMetrics === 'all' ? 'all' : [...project.responseMetrics],
});
