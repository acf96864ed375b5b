/** Agents: builds and deploys agents without the UI (specification 2.9, 3.3, 3.4, 4.11, 7.1). */

import { z } from 'zod';
import { attributes } from './fields.ts';
import { defineRoute, type Family, noBody, noFields } from './route.ts';

const family: Family = {
  title: 'Agents',
  description: 'Agents, branches, knowledge, variants, deployments and real-time configs.',
  host: 'builder',
  key: 'builder',
  keyHeader: 'x-api-key',
  errors: { service: 'builder', poly: 'envelope' },
  forbids: true,
  notAnObject: 422,
  malformedId: 422,
  refusesUnknownFields: { service: false, poly: true },
};

const READ = [401, 403, 404, 429, 500];
const WRITE = [400, 401, 403, 404, 409, 422, 429, 500];

const AGENTS = '/v1/agents';
const AGENT = `${AGENTS}/{agentId}`;
const BRANCH = `${AGENT}/branches/{branchId}`;
const TOPICS = `${BRANCH}/knowledge-base/topics`;
const DEPLOYMENTS = `${AGENT}/deployments`;
const CONFIGS = `${AGENT}/real-time-configs`;

const id = z.string().min(1);
const agentParams = z.object({ agentId: id });
const branchParams = z.object({ agentId: id, branchId: id });
const topicParams = z.object({ agentId: id, branchId: id, topicId: id });
const attributeParams = z.object({ agentId: id, branchId: id, attributeId: id });
const variantParams = z.object({ agentId: id, branchId: id, variantId: id });
const deploymentParams = z.object({ agentId: id, deploymentId: z.uuid('must be a UUID') });
const configParams = z.object({ agentId: id, configName: id });

const text = (most: number) => {
  const words = `must have 1 to ${most} characters`;
  return z.string({ error: words }).min(1, words).max(most, words);
};
const notEmpty = z.string().min(1, 'must not be empty');

/** Parts that all routes of the family have. */
const common = { family, params: noFields, query: noFields, body: noBody, status: 200 } as const;

// ---------------------------------------------------------------- agents

const agent = z.object({
  agentId: z.string(),
  agentName: z.string().optional(),
  name: z.string().optional(),
  description: z.string().optional(),
  accountId: z.string().optional(),
  createdAt: z.string().optional(),
  updatedAt: z.string().optional(),
  branchCount: z.number().optional(),
});

const agentId = z.string().regex(/^[a-zA-Z0-9-]{1,64}$/, 'must be letters, digits and hyphens');
const settings = attributes.optional();

const agentFields = z.object({
  name: text(128),
  description: z.string().optional(),
  /** Greeting and language, in the dialect `poly`. */
  responseSettings: settings,
  /** Default: made by the platform. */
  agentId: agentId.optional(),
  voiceSettings: settings,
  llmSettings: settings,
  experimentalConfig: settings,
});

export const listAgents = defineRoute({
  ...common,
  name: 'listAgents',
  summary: 'All agents',
  method: 'GET',
  path: AGENTS,
  polyPath: '/v1/accounts/{accountId}/agents',
  answer: z.array(agent),
  failures: READ,
});

export const createAgent = defineRoute({
  ...common,
  name: 'createAgent',
  summary: 'Makes an agent with a branch main',
  method: 'POST',
  path: AGENTS,
  polyPath: '/v1/accounts/{accountId}/agents',
  body: agentFields,
  polyBody: agentFields.extend({ name: text(100) }),
  answer: agent,
  failures: WRITE,
});

export const deleteAgent = defineRoute({
  ...common,
  name: 'deleteAgent',
  summary: 'Removes an agent',
  method: 'DELETE',
  path: AGENT,
  params: agentParams,
  status: 204,
  answer: noBody,
  failures: READ,
});

export const duplicateAgent = defineRoute({
  ...common,
  name: 'duplicateAgent',
  summary: 'Copies an agent',
  method: 'POST',
  path: `${AGENT}/duplicate`,
  params: agentParams,
  body: z.object({ newAgentName: text(100), newAgentId: agentId.optional() }),
  answer: agent,
  failures: WRITE,
});

// ---------------------------------------------------------------- branches

export const listBranches = defineRoute({
  ...common,
  name: 'listBranches',
  summary: 'Branches of an agent',
  method: 'GET',
  path: `${AGENT}/branches`,
  params: agentParams,
  answer: z.object({ branches: z.array(z.object({ branchId: z.string(), name: z.string().optional() })) }),
  failures: READ,
});

export const createBranch = defineRoute({
  ...common,
  name: 'createBranch',
  summary: 'Makes a branch of main as it is now',
  method: 'POST',
  path: `${AGENT}/branches`,
  params: agentParams,
  body: z.object({ name: text(100) }),
  polyNames: { name: 'branchName' },
  status: 201,
  answer: z.object({ branchId: z.string(), sequenceId: z.number().optional() }),
  failures: WRITE,
});

const sequence = z.object({ sequence: z.number().optional(), message: z.string().optional() });

export const deleteBranch = defineRoute({
  ...common,
  name: 'deleteBranch',
  summary: 'Removes a branch; main stays',
  method: 'DELETE',
  path: BRANCH,
  params: branchParams,
  answer: sequence,
  failures: [...READ, 422],
});

export const mergeBranch = defineRoute({
  ...common,
  name: 'mergeBranch',
  summary: 'Merges a branch into main; 409 names every path that both have changed',
  method: 'POST',
  path: `${BRANCH}/merge`,
  params: branchParams,
  body: z.object({
    deploymentMessage: z.string().optional(),
    conflictResolutions: z
      .array(
        z.object({
          path: z.array(z.string()).min(1, 'must name a path'),
          /** `ours` main's, `theirs` the branch's, `base` as before both. */
          strategy: z.enum(['ours', 'theirs', 'base']),
          /** In place of all three. */
          value: z.unknown().optional(),
        }),
      )
      .optional(),
  }),
  bodyOptional: true,
  answer: sequence.extend({ testRunIds: z.array(z.string()).optional() }),
  failures: WRITE,
});

const behavior = z.object({ behavior: notEmpty });

export const getBehavior = defineRoute({
  ...common,
  name: 'getBehavior',
  summary: 'System prompt and rules of a branch',
  method: 'GET',
  path: `${BRANCH}/behavior`,
  params: branchParams,
  answer: behavior,
  failures: READ,
});

export const updateBehavior = defineRoute({
  ...common,
  name: 'updateBehavior',
  summary: 'Replaces system prompt and rules',
  method: 'PATCH',
  path: `${BRANCH}/behavior`,
  params: branchParams,
  body: behavior,
  answer: behavior,
  failures: WRITE,
});

// ---------------------------------------------------------------- knowledge base

const topicFields = z.object({
  name: notEmpty,
  content: notEmpty,
  actions: z.array(z.unknown()).optional(),
  exampleQueries: z.object({ queries: z.array(z.string()).max(100, 'must be 100 at most') }).optional(),
  /** Default true. */
  isActive: z.boolean().optional(),
});
const topic = topicFields.extend({ id: z.string() });

export const listTopics = defineRoute({
  ...common,
  name: 'listTopics',
  summary: 'Topics of the knowledge base',
  method: 'GET',
  path: TOPICS,
  params: branchParams,
  answer: z.array(topic),
  failures: READ,
});

export const createTopic = defineRoute({
  ...common,
  name: 'createTopic',
  fieldCodes: { '*': 'KNOWLEDGE_BASE_TOPICS_INVALID' },
  summary: 'Adds a topic',
  method: 'POST',
  path: TOPICS,
  params: branchParams,
  body: topicFields,
  status: 201,
  answer: topic,
  failures: WRITE,
});

export const getTopic = defineRoute({
  ...common,
  name: 'getTopic',
  summary: 'One topic',
  method: 'GET',
  path: `${TOPICS}/{topicId}`,
  params: topicParams,
  answer: topic,
  failures: READ,
});

export const updateTopic = defineRoute({
  ...common,
  name: 'updateTopic',
  fieldCodes: { '*': 'KNOWLEDGE_BASE_TOPICS_INVALID' },
  summary: 'Changes the fields that are given',
  method: 'PATCH',
  path: `${TOPICS}/{topicId}`,
  params: topicParams,
  body: topicFields.partial(),
  status: 204,
  answer: noBody,
  failures: WRITE,
});

export const deleteTopic = defineRoute({
  ...common,
  name: 'deleteTopic',
  summary: 'Removes a topic',
  method: 'DELETE',
  path: `${TOPICS}/{topicId}`,
  params: topicParams,
  status: 204,
  answer: noBody,
  failures: [...READ, 422],
});

/** Parts for the routes in agents-release.ts. */
export const agentsFacts = {
  common,
  READ,
  WRITE,
  BRANCH,
  DEPLOYMENTS,
  CONFIGS,
  agentParams,
  branchParams,
  attributeParams,
  variantParams,
  deploymentParams,
  configParams,
  notEmpty,
};

export const agentRoutes = [
  listAgents,
  createAgent,
  deleteAgent,
  duplicateAgent,
  listBranches,
  createBranch,
  deleteBranch,
  mergeBranch,
  getBehavior,
  updateBehavior,
  listTopics,
  createTopic,
  getTopic,
  updateTopic,
  deleteTopic,
];
