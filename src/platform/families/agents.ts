/** Agents: calls to build and deploy agents (docs/PLATFORM.md). */

import * as agents from '../../contract/families/agents.ts';
import * as release from '../../contract/families/agents-release.ts';
import { call } from '../call/call.ts';
import type { Connection } from '../call/connection.ts';
import { PlatformError } from '../call/error.ts';
import { direct } from '../call/input.ts';
import type {
  ActiveDeployments,
  Agent,
  AgentCopy,
  Attribute,
  AttributeList,
  Behavior,
  BranchCreated,
  BranchDeleted,
  BranchList,
  ConfigPage,
  ConfigPageList,
  Deleted,
  DeploymentList,
  DeploymentQuery,
  Merge,
  Merged,
  NewAgent,
  NewTopic,
  NewVariant,
  Promotion,
  Publication,
  Released,
  Rollback,
  Topic,
  Variant,
  VariantList,
} from './agent-types.ts';

export const agentCalls = (connection: Connection) => ({
  /** Returns all agents of the account. */
  list: (): Promise<Agent[]> => call(connection, agents.listAgents),
  /** Creates an agent with a branch `main`. Rejected with 409 if `agentId` is taken. */
  create: (body: NewAgent): Promise<Agent> => call(connection, agents.createAgent, { body }),
  /** Deletes an agent. */
  delete: (agentId: string): Promise<undefined> => call(connection, agents.deleteAgent, { params: { agentId } }),
  /** Copies an agent. */
  duplicate: (agentId: string, body: AgentCopy): Promise<Agent> =>
    call(connection, agents.duplicateAgent, { params: { agentId }, body }),
  /** Branches of an agent, and the behavior on them. */
  branches: branchCalls(connection),
  /** Topics of the knowledge base on a branch. */
  topics: topicCalls(connection),
  /** Attributes of a branch. Each variant has a value for each attribute. */
  attributes: attributeCalls(connection),
  /** Variants of an agent on a branch. */
  variants: variantCalls(connection),
  /** Deployments of an agent: publish, promote, roll back. */
  deployments: deploymentCalls(connection),
  /** Values that take effect without publishing. */
  realTimeConfigs: configCalls(connection),
});

const branchCalls = (connection: Connection) => ({
  /** Returns the branches of an agent, including `main`. */
  list: (agentId: string): Promise<BranchList> => call(connection, agents.listBranches, { params: { agentId } }),
  /** Creates a branch from the current state of `main`. */
  create: (agentId: string, name: string): Promise<BranchCreated> =>
    call(connection, agents.createBranch, { params: { agentId }, body: { name } }),
  /** Deletes a branch. */
  delete: (agentId: string, branchId: string): Promise<BranchDeleted> =>
    call(connection, agents.deleteBranch, { params: { agentId, branchId } }),
  /**
   * Merges the branch into `main`. If both have changed the same paths, it is rejected with an error whose `conflict` is true and whose `fields`
   * name the paths. The status is 409, or 400 in some deployments of the platform.
   */
  merge: (agentId: string, branchId: string, body: Merge = {}): Promise<Merged> =>
    call(connection, agents.mergeBranch, { params: { agentId, branchId }, body }),
  /** Returns the behavior on a branch. Default: `main`. */
  getBehavior: (agentId: string, branchId = 'main'): Promise<Behavior> =>
    call(connection, agents.getBehavior, { params: { agentId, branchId } }),
  /** Replaces the behavior on a branch. */
  setBehavior: (agentId: string, branchId: string, behavior: string): Promise<Behavior> =>
    call(connection, agents.updateBehavior, { params: { agentId, branchId }, body: { behavior } }),
});

const topicCalls = (connection: Connection) => ({
  /** Returns the topics on a branch. */
  list: (agentId: string, branchId: string): Promise<Topic[]> =>
    call(connection, agents.listTopics, { params: { agentId, branchId } }),
  /** Returns one topic. */
  get: (agentId: string, branchId: string, topicId: string): Promise<Topic> =>
    call(connection, agents.getTopic, { params: { agentId, branchId, topicId } }),
  /** Creates a topic. Its name must be new on the branch. */
  create: (agentId: string, branchId: string, body: NewTopic): Promise<Topic> =>
    call(connection, agents.createTopic, { params: { agentId, branchId }, body }),
  /** Changes the given fields; the others stay. */
  update: (agentId: string, branchId: string, topicId: string, body: Partial<NewTopic>): Promise<undefined> =>
    call(connection, agents.updateTopic, { params: { agentId, branchId, topicId }, body }),
  /** Deletes a topic. */
  delete: (agentId: string, branchId: string, topicId: string): Promise<undefined> =>
    call(connection, agents.deleteTopic, { params: { agentId, branchId, topicId } }),
});

const attributeCalls = (connection: Connection) => ({
  /** Returns the attributes on a branch. */
  list: (agentId: string, branchId: string): Promise<AttributeList> =>
    call(connection, release.listAttributes, { params: { agentId, branchId } }),
  /** Creates an attribute. Its name must be new on the branch. */
  create: (agentId: string, branchId: string, name: string): Promise<Attribute> =>
    call(connection, release.createAttribute, { params: { agentId, branchId }, body: { name } }),
  /** Renames an attribute. */
  rename: (agentId: string, branchId: string, attributeId: string, name: string): Promise<Attribute> =>
    call(connection, release.updateAttribute, { params: { agentId, branchId, attributeId }, body: { name } }),
  /** Deletes an attribute. */
  delete: (agentId: string, branchId: string, attributeId: string): Promise<Deleted> =>
    call(connection, release.deleteAttribute, { params: { agentId, branchId, attributeId } }),
});

const variantCalls = (connection: Connection) => ({
  /** Returns the variants on a branch. */
  list: (agentId: string, branchId: string): Promise<VariantList> =>
    call(connection, release.listVariants, { params: { agentId, branchId } }),
  /** Creates a variant. Its name must be new on the branch. */
  create: (agentId: string, branchId: string, body: NewVariant): Promise<Variant> =>
    call(connection, release.createVariant, { params: { agentId, branchId }, body }),
  /** Changes the given fields; the others stay. */
  update: (agentId: string, branchId: string, variantId: string, body: Partial<NewVariant>): Promise<Variant> =>
    call(connection, release.updateVariant, { params: { agentId, branchId, variantId }, body }),
  /** Deletes a variant. */
  delete: (agentId: string, branchId: string, variantId: string): Promise<Deleted> =>
    call(connection, release.deleteVariant, { params: { agentId, branchId, variantId } }),
});

const deploymentCalls = (connection: Connection) => ({
  /** Returns the deployments of an environment, newest first. */
  list: (agentId: string, query: DeploymentQuery): Promise<DeploymentList> =>
    call(connection, release.listDeployments, { params: { agentId }, query }),
  /** Returns the deployment that each environment runs. */
  active: (agentId: string): Promise<ActiveDeployments> =>
    call(connection, release.getActiveDeployments, { params: { agentId } }),
  /**
   * Deploys `main` to sandbox. Returns the active deployment of sandbox if nothing has changed since then. In the dialect `poly` this is so after a
   * merge, because a merge also publishes.
   */
  publish: (agentId: string, body: Publication = {}): Promise<Released> => publish(connection, agentId, body),
  /**
   * Deploys the version to the next environment. With `targetEnvironment: 'live'`, a version in sandbox is first deployed to pre-release. Also
   * succeeds if the environment already runs the version.
   */
  promote: (agentId: string, deploymentId: string, body: Promotion = {}): Promise<Released> =>
    promote(connection, { agentId, deploymentId }, body),
  /**
   * Restores an older version. Pass the id of an older deployment to restore its version, or the id of the active deployment to restore the version
   * before it.
   */
  rollback: (agentId: string, deploymentId: string, body: Rollback = {}): Promise<Released> =>
    call(connection, release.rollbackDeployment, { params: { agentId, deploymentId }, body }),
});

async function publish(connection: Connection, agentId: string, body: Publication): Promise<Released> {
  try {
    return await call(connection, release.publishAgent, { params: { agentId }, body });
  } catch (error) {
    // Accepts an error without a code, because the dialect `service` has no codes.
    if (!(error instanceof PlatformError) || error.status !== 409 || !/^$|ALREADY_PUBLISHED$/.test(error.code))
      throw error;
    const { activeDeployments } = await call(connection, release.getActiveDeployments, { params: { agentId } });
    if (!activeDeployments.sandbox) throw error;
    return { deployment: activeDeployments.sandbox };
  }
}

/**
 * Promotes step by step. Some deployments of the platform refuse a promotion from sandbox straight to live; others would leave an older version in
 * pre-release.
 */
async function promote(connection: Connection, params: DeploymentIds, body: Promotion): Promise<Released> {
  const step = (deploymentId: string, own: Promotion): Promise<Released> =>
    call(connection, release.promoteDeployment, { params: { ...params, deploymentId }, body: own });
  if (body.targetEnvironment !== 'live') return step(params.deploymentId, body);
  const query = { environment: 'sandbox' } as const;
  const { deployments } = await call(connection, release.listDeployments, {
    params: { agentId: params.agentId },
    query,
  });
  if (!deployments.some(each => each.id === params.deploymentId)) return step(params.deploymentId, body);
  const { deployment } = await step(params.deploymentId, { ...body, targetEnvironment: 'pre-release' });
  return step(deployment.id, body);
}

interface DeploymentIds {
  readonly agentId: string;
  readonly deploymentId: string;
}

const configCalls = (connection: Connection) => ({
  list: (agentId: string): Promise<ConfigPageList> =>
    call(connection, release.listRealTimeConfigs, { params: { agentId } }),
  get: (agentId: string, configName: string): Promise<ConfigPage> =>
    call(connection, release.getRealTimeConfig, { params: { agentId, configName } }),
  /** Sets the schema of a page, as JSON Schema draft 7. */
  setSchema: async (
    agentId: string,
    configName: string,
    schema: Record<string, unknown> | boolean,
  ): Promise<ConfigPage> =>
    call(connection, release.putRealTimeSchema, {
      params: { agentId, configName },
      body: { schema: direct(release.putRealTimeSchema, 'schema', schema) },
    }),
  /** Sets the given values; the others stay. Takes effect at once, without publishing. */
  setVariables: async (
    agentId: string,
    configName: string,
    variables: Readonly<Record<string, unknown>>,
  ): Promise<ConfigPage> =>
    call(connection, release.patchRealTimeVariables, {
      params: { agentId, configName },
      body: { variables: direct(release.patchRealTimeVariables, 'variables', variables) },
    }),
});
