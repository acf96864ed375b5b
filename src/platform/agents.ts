/** Agents: build and deploy (docs/PLATFORM.md). */

import * as agents from '../contract/agents.ts';
import * as release from '../contract/agents-release.ts';
import type { AnswerOf, AnyRoute, BodyOf, QueryOf } from '../contract/route.ts';
import { call } from './call.ts';
import type { Connection } from './connection.ts';

type Answered<R extends AnyRoute> = Promise<AnswerOf<R>>;

export type Agent = AnswerOf<typeof agents.createAgent>;
export type Topic = AnswerOf<typeof agents.getTopic>;
export type Variant = AnswerOf<typeof release.updateVariant>;
export type Deployment = release.DeploymentWire;
export type ConfigPage = AnswerOf<typeof release.getRealTimeConfig>;

export const agentCalls = (connection: Connection) => ({
  list: (): Answered<typeof agents.listAgents> => call(connection, agents.listAgents),
  /** Makes an agent with a branch `main`. Rejects with 409 if `agentId` is taken. */
  create: (body: BodyOf<typeof agents.createAgent>): Promise<Agent> => call(connection, agents.createAgent, { body }),
  delete: (agentId: string): Promise<undefined> => call(connection, agents.deleteAgent, { params: { agentId } }),
  duplicate: (agentId: string, body: BodyOf<typeof agents.duplicateAgent>): Promise<Agent> =>
    call(connection, agents.duplicateAgent, { params: { agentId }, body }),
  branches: branchCalls(connection),
  topics: topicCalls(connection),
  attributes: attributeCalls(connection),
  variants: variantCalls(connection),
  deployments: deploymentCalls(connection),
  realTimeConfigs: configCalls(connection),
});

const branchCalls = (connection: Connection) => ({
  list: (agentId: string): Answered<typeof agents.listBranches> =>
    call(connection, agents.listBranches, { params: { agentId } }),
  /** A branch of `main` as it is now. */
  create: (agentId: string, name: string): Answered<typeof agents.createBranch> =>
    call(connection, agents.createBranch, { params: { agentId }, body: { name } }),
  delete: (agentId: string, branchId: string): Answered<typeof agents.deleteBranch> =>
    call(connection, agents.deleteBranch, { params: { agentId, branchId } }),
  /** Merges into `main`. Rejects with 409 if both have changed the same paths; `fields` names them. Some deployments say 400 for that. */
  merge: (
    agentId: string,
    branchId: string,
    body: BodyOf<typeof agents.mergeBranch> = {},
  ): Answered<typeof agents.mergeBranch> =>
    call(connection, agents.mergeBranch, { params: { agentId, branchId }, body }),
  getBehavior: (agentId: string, branchId = 'main'): Answered<typeof agents.getBehavior> =>
    call(connection, agents.getBehavior, { params: { agentId, branchId } }),
  setBehavior: (agentId: string, branchId: string, behavior: string): Answered<typeof agents.updateBehavior> =>
    call(connection, agents.updateBehavior, { params: { agentId, branchId }, body: { behavior } }),
});

const topicCalls = (connection: Connection) => ({
  list: (agentId: string, branchId: string): Promise<Topic[]> =>
    call(connection, agents.listTopics, { params: { agentId, branchId } }),
  get: (agentId: string, branchId: string, topicId: string): Promise<Topic> =>
    call(connection, agents.getTopic, { params: { agentId, branchId, topicId } }),
  create: (agentId: string, branchId: string, body: BodyOf<typeof agents.createTopic>): Promise<Topic> =>
    call(connection, agents.createTopic, { params: { agentId, branchId }, body }),
  update: (
    agentId: string,
    branchId: string,
    topicId: string,
    body: BodyOf<typeof agents.updateTopic>,
  ): Promise<undefined> => call(connection, agents.updateTopic, { params: { agentId, branchId, topicId }, body }),
  delete: (agentId: string, branchId: string, topicId: string): Promise<undefined> =>
    call(connection, agents.deleteTopic, { params: { agentId, branchId, topicId } }),
});

const attributeCalls = (connection: Connection) => ({
  list: (agentId: string, branchId: string): Answered<typeof release.listAttributes> =>
    call(connection, release.listAttributes, { params: { agentId, branchId } }),
  create: (agentId: string, branchId: string, name: string): Answered<typeof release.createAttribute> =>
    call(connection, release.createAttribute, { params: { agentId, branchId }, body: { name } }),
  rename: (
    agentId: string,
    branchId: string,
    attributeId: string,
    name: string,
  ): Answered<typeof release.updateAttribute> =>
    call(connection, release.updateAttribute, { params: { agentId, branchId, attributeId }, body: { name } }),
  delete: (agentId: string, branchId: string, attributeId: string): Answered<typeof release.deleteAttribute> =>
    call(connection, release.deleteAttribute, { params: { agentId, branchId, attributeId } }),
});

const variantCalls = (connection: Connection) => ({
  list: (agentId: string, branchId: string): Answered<typeof release.listVariants> =>
    call(connection, release.listVariants, { params: { agentId, branchId } }),
  create: (agentId: string, branchId: string, body: BodyOf<typeof release.createVariant>): Promise<Variant> =>
    call(connection, release.createVariant, { params: { agentId, branchId }, body }),
  update: (
    agentId: string,
    branchId: string,
    variantId: string,
    body: BodyOf<typeof release.updateVariant>,
  ): Promise<Variant> => call(connection, release.updateVariant, { params: { agentId, branchId, variantId }, body }),
  delete: (agentId: string, branchId: string, variantId: string): Answered<typeof release.deleteVariant> =>
    call(connection, release.deleteVariant, { params: { agentId, branchId, variantId } }),
});

const deploymentCalls = (connection: Connection) => ({
  /** Deployments of an environment, newest first. */
  list: (agentId: string, query: QueryOf<typeof release.listDeployments>): Answered<typeof release.listDeployments> =>
    call(connection, release.listDeployments, { params: { agentId }, query }),
  /** The deployment that each environment runs. */
  active: (agentId: string): Answered<typeof release.getActiveDeployments> =>
    call(connection, release.getActiveDeployments, { params: { agentId } }),
  /** Deploys `main` to sandbox. Rejects with 409 if nothing has changed since the last time. */
  publish: (agentId: string, body: BodyOf<typeof release.publishAgent> = {}): Answered<typeof release.publishAgent> =>
    call(connection, release.publishAgent, { params: { agentId }, body }),
  /** Deploys the version to the next environment. A version that is there already is no error. */
  promote: (
    agentId: string,
    deploymentId: string,
    body: BodyOf<typeof release.promoteDeployment> = {},
  ): Answered<typeof release.promoteDeployment> =>
    call(connection, release.promoteDeployment, { params: { agentId, deploymentId }, body }),
  /** Goes back: from the active deployment to the version before it, or to that of an older deployment. */
  rollback: (
    agentId: string,
    deploymentId: string,
    body: BodyOf<typeof release.rollbackDeployment> = {},
  ): Answered<typeof release.rollbackDeployment> =>
    call(connection, release.rollbackDeployment, { params: { agentId, deploymentId }, body }),
});

const configCalls = (connection: Connection) => ({
  list: (agentId: string): Answered<typeof release.listRealTimeConfigs> =>
    call(connection, release.listRealTimeConfigs, { params: { agentId } }),
  get: (agentId: string, configName: string): Promise<ConfigPage> =>
    call(connection, release.getRealTimeConfig, { params: { agentId, configName } }),
  /** Sets the schema of a page, JSON Schema draft 7. */
  setSchema: (
    agentId: string,
    configName: string,
    schema: BodyOf<typeof release.putRealTimeSchema>['schema'],
  ): Promise<ConfigPage> =>
    call(connection, release.putRealTimeSchema, { params: { agentId, configName }, body: { schema } }),
  /** Sets the values that are given; the others stay. Takes effect at once, without publishing. */
  setVariables: (
    agentId: string,
    configName: string,
    variables: Readonly<Record<string, unknown>>,
  ): Promise<ConfigPage> =>
    call(connection, release.patchRealTimeVariables, {
      params: { agentId, configName },
      body: { variables: { ...variables } },
    }),
});
