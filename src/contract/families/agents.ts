/** Agents: builds and deploys agents without the UI (specification 2.9, 3.3, 3.4, 4.11, 7.1). */

import { z } from 'zod';
import { attributes } from '../shape/fields.ts';
import { defineRoute, type Family, noBody, noFields } from '../shape/route.ts';

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

const idOf = (description: string) => z.string().min(1).describe(description);
const agentParams = z.object({
  agentId: idOf('Id of the agent, which is the id of its project, with or without prefix.'),
});
const branchParams = agentParams.extend({ branchId: idOf('Id of the branch: `main` or `BRANCH-…`.') });
const topicParams = branchParams.extend({ topicId: idOf('Id of the topic, `TOPIC-…`.') });
const attributeParams = branchParams.extend({ attributeId: idOf('Id of the attribute, `ATTRIBUTE-…`.') });
const variantParams = branchParams.extend({ variantId: idOf('Id of the variant, `VARIANT-…`.') });
const deploymentParams = agentParams.extend({
  deploymentId: z.uuid('must be a UUID').describe('Id of the deployment, a UUID.'),
});
const text = (most: number) => {
  const words = `must have 1 to ${most} characters`;
  return z.string({ error: words }).min(1, words).max(most, words);
};
const notEmpty = z.string().min(1, 'must not be empty');

/** Properties that all routes of the family share. */
const common = { family, params: noFields, query: noFields, body: noBody, status: 200 } as const;

// ---------------------------------------------------------------- agents

const agent = z.object({
  agentId: z.string().describe('Id of the agent, which is also the id of its project.'),
  agentName: z.string().optional().describe('Name of the agent.'),
  name: z.string().optional().describe('Name of the agent, in the dialect `service`.'),
  description: z.string().optional().describe('Description of the agent, in the dialect `service`.'),
  accountId: z.string().optional().describe('Account of the agent, with its prefix.'),
  createdAt: z.string().optional().describe('Time at which the agent was created, ISO 8601.'),
  updatedAt: z.string().optional().describe('Time of the last change, ISO 8601.'),
  branchCount: z.number().optional().describe('Number of branches, `main` included.'),
});

const agentId = z.string().regex(/^[a-zA-Z0-9-]{1,64}$/, 'must be letters, digits and hyphens');
const settings = attributes.optional();

const agentFields = z.object({
  name: text(128).describe('Name of the agent, 1 to 128 characters.'),
  description: z.string().optional().describe('Purpose of the agent. Default: empty.'),
  responseSettings: settings.describe(
    'Greeting and language (`greeting`, `languageCode`). Only in the dialect `poly`.',
  ),
  agentId: agentId.optional().describe('Id of letters, digits and hyphens. Default: an id that the platform makes.'),
  voiceSettings: settings.describe('Settings of the voice. Only in the dialect `poly`.'),
  llmSettings: settings.describe('Settings of the language model. Only in the dialect `poly`.'),
  experimentalConfig: settings.describe(
    'Experimental settings, which may change or disappear. Only in the dialect `poly`.',
  ),
});

export const listAgents = defineRoute({
  ...common,
  name: 'listAgents',
  description: 'Returns a plain JSON array of all of them, without pages.',
  sections: '2.9, 4.11, 7.1',
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
  description:
    'The new agent has a branch `main` with one default variant, and is not deployed to any environment. 409 if `agentId` is taken.',
  sections: '2.9, 4.11, 7.1, 8',
  summary: 'Creates an agent with a branch main',
  method: 'POST',
  path: AGENTS,
  polyPath: '/v1/accounts/{accountId}/agents',
  body: agentFields,
  polyBody: agentFields.extend({ name: text(100).describe('Name of the agent, 1 to 100 characters.') }),
  answer: agent,
  failures: WRITE,
});

export const deleteAgent = defineRoute({
  ...common,
  name: 'deleteAgent',
  description:
    'Also deletes its branches, deployments and configs. Its conversations are no longer available. The emulator answers 409 for its demo agent.',
  sections: '4.11, 7.1',
  summary: 'Deletes an agent',
  method: 'DELETE',
  path: AGENT,
  params: agentParams,
  status: 204,
  answer: noBody,
  failures: [...READ, 409],
});

export const duplicateAgent = defineRoute({
  ...common,
  name: 'duplicateAgent',
  description:
    'Copies the content of branch `main` only: no other branches, deployments or configs. 409 if `newAgentId` is taken.',
  sections: '4.11, 7.1',
  summary: 'Copies an agent',
  method: 'POST',
  path: `${AGENT}/duplicate`,
  params: agentParams,
  body: z.object({
    newAgentName: text(100).describe('Name of the copy, 1 to 100 characters.'),
    newAgentId: agentId
      .optional()
      .describe('Id of the copy: letters, digits and hyphens. Default: an id that the platform makes.'),
  }),
  answer: agent,
  failures: WRITE,
});

// ---------------------------------------------------------------- branches

export const listBranches = defineRoute({
  ...common,
  name: 'listBranches',
  description: 'Returns `main` and the branches that were created from it.',
  sections: '2.9, 4.11, 7.1',
  summary: 'Branches of an agent',
  method: 'GET',
  path: `${AGENT}/branches`,
  params: agentParams,
  answer: z.object({
    branches: z
      .array(
        z.object({
          branchId: z.string().describe('Id of the branch: `main` or `BRANCH-…`.'),
          name: z.string().optional().describe('Name of the branch.'),
        }),
      )
      .describe('All branches of the agent, `main` first.'),
  }),
  failures: READ,
});

export const createBranch = defineRoute({
  ...common,
  name: 'createBranch',
  description: 'Changes on the branch reach `main` only by a merge. 409 if the name is taken.',
  sections: '2.9, 3.4, 4.11, 7.1',
  summary: 'Creates a branch from the current content of main',
  method: 'POST',
  path: `${AGENT}/branches`,
  params: agentParams,
  body: z.object({
    name: text(100).describe('Name of the branch, 1 to 100 characters, and unique for the agent.'),
  }),
  polyNames: { name: 'branchName' },
  status: 201,
  answer: z.object({
    branchId: z.string().describe('Id of the branch, `BRANCH-…`.'),
    sequenceId: z
      .number()
      .optional()
      .describe('Sequence number of the branch. Numbers of deleted branches are not used again.'),
  }),
  failures: WRITE,
});

const sequence = z.object({
  sequence: z.number().optional().describe('Sequence number of the latest branch of the agent.'),
  message: z.string().optional().describe('Description of the outcome.'),
});

export const deleteBranch = defineRoute({
  ...common,
  name: 'deleteBranch',
  description: 'Changes that were not merged are lost. 422 for `main`.',
  sections: '4.11, 7.1',
  summary: 'Deletes a branch other than main',
  method: 'DELETE',
  path: BRANCH,
  params: branchParams,
  answer: sequence,
  failures: [...READ, 422],
});

export const mergeBranch = defineRoute({
  ...common,
  name: 'mergeBranch',
  description:
    'Merges path by path: `behavior`, `topics/{id}`, `attributes/{id}` and `variants/{id}`. A path is in conflict if both sides have changed it to different values, or if the merged content would break a rule there: a name used twice, too many entries, a value without its attribute. With a conflict nothing is merged, and `errors` names each such path. The resolution `ours` discards what the branch has added at a path. The branch is not deleted. In the dialect `poly` a merge also deploys to sandbox.',
  sections: '3.4, 4.11, 7.1',
  summary: 'Merges a branch into main; a 409 names every path in conflict',
  method: 'POST',
  path: `${BRANCH}/merge`,
  params: branchParams,
  body: z.object({
    deploymentMessage: z
      .string()
      .optional()
      .describe('A note for the deployment that a merge creates in the dialect `poly`. Default: empty.'),
    conflictResolutions: z
      .array(
        z.object({
          path: z
            .array(z.string())
            .min(1, 'must name a path')
            .describe('The path as a list of its parts: `["behavior"]`, or for example `["topics", "TOPIC-…"]`.'),
          strategy: z
            .enum(['ours', 'theirs', 'base'])
            .describe(
              'The value to use: `ours` is the value of main, `theirs` that of the branch, `base` that of their common base.',
            ),
          value: z.unknown().optional().describe('A value to use instead of these three.'),
        }),
      )
      .optional()
      .describe('Resolutions of conflicts, one for each path. Default: none.'),
  }),
  bodyOptional: true,
  answer: sequence.extend({
    testRunIds: z.array(z.string()).optional().describe('Ids of test runs that the merge started.'),
  }),
  failures: WRITE,
});

const behavior = z.object({ behavior: notEmpty.describe('System prompt and rules of interaction; not empty.') });

export const getBehavior = defineRoute({
  ...common,
  name: 'getBehavior',
  description: '404 if the branch has no behavior yet.',
  sections: '2.9, 4.11, 7.1',
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
  description: 'Takes effect when the branch is merged and deployed. 422 for `main` in the dialect `poly`.',
  sections: '2.9, 4.11, 7.1',
  summary: 'Replaces the system prompt and rules',
  method: 'PATCH',
  path: `${BRANCH}/behavior`,
  params: branchParams,
  body: behavior,
  answer: behavior,
  failures: WRITE,
});

// ---------------------------------------------------------------- knowledge base

const topicFields = z.object({
  name: notEmpty.describe('Name of the topic; not empty, and unique on the branch.'),
  content: notEmpty.describe('Knowledge of the agent about the topic; not empty.'),
  actions: z.array(z.unknown()).optional().describe('Actions of the agent when the topic comes up. Default: none.'),
  exampleQueries: z
    .object({ queries: z.array(z.string()).max(100, 'must be 100 at most').describe('The examples, at most 100.') })
    .optional()
    .describe('Examples of questions on the topic. Default: none.'),
  isActive: z.boolean().optional().describe('False: the agent ignores the topic. Default: true.'),
});
const topic = topicFields.extend({ id: z.string().describe('Id of the topic, `TOPIC-…`.') });

export const listTopics = defineRoute({
  ...common,
  name: 'listTopics',
  description: 'Returns a plain JSON array of all of them, without pages.',
  sections: '2.9, 4.11, 7.1',
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
  description: '409 if the branch has a topic of this name. 422 for `main` in the dialect `poly`.',
  sections: '2.9, 4.11, 7.1',
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
  description: 'Returns the topic with its content on this branch.',
  sections: '2.9, 4.11, 7.1',
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
  description: 'Omitted fields keep their values. 422 for `main` in the dialect `poly`.',
  sections: '2.9, 4.11, 7.1',
  fieldCodes: { '*': 'KNOWLEDGE_BASE_TOPICS_INVALID' },
  summary: 'Changes the given fields',
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
  description: '422 for `main` in the dialect `poly`.',
  sections: '4.11, 7.1',
  summary: 'Deletes a topic',
  method: 'DELETE',
  path: `${TOPICS}/{topicId}`,
  params: topicParams,
  status: 204,
  answer: noBody,
  failures: [...READ, 422],
});

/** Shared with agents-release.ts, which describes the family's other routes. */
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
  idOf,
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
