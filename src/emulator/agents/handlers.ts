/** Agents and their branches. */

import type { ZodType } from 'zod';
import {
  createAgent,
  createBranch,
  deleteAgent,
  deleteBranch,
  duplicateAgent,
  getBehavior,
  getTopic,
  listAgents,
  listBranches,
  mergeBranch,
  updateBehavior,
} from '../../contract/families/agents.ts';
import { createAttribute, createVariant } from '../../contract/families/agents-release.ts';
import type { BodyOf, Dialect } from '../../contract/shape/route.ts';
import { Problem } from '../model/problem.ts';
import { capitalId } from '../model/short-id.ts';
import { type Answer, handle, inWords } from '../rest/call.ts';
import { type Agent, activeIn, type Branch, type Content, MAIN, newAgent } from '../store/agents.ts';
import { accountIn, addProject, DEMO_PROJECT, findProject } from '../store/projects.ts';
import type { Core } from '../store/state.ts';
import { agentOf, branchOf, fieldProblem, writableBranch, writeContent } from './find.ts';
import { merge } from './merge.ts';
import { deploy, versionOf } from './versions.ts';

export const agentHandlers = [
  handle(listAgents, (core, { dialect }) => ({
    status: 200,
    body: [...core.agents.values()].map(each => agentJson(each, dialect)),
  })),

  handle(createAgent, (core, { at, body, dialect }) => {
    const agent = addAgent(core, at, { id: body.agentId, name: body.name, description: body.description ?? '' });
    return { status: 200, body: agentJson(agent, dialect) };
  }),

  handle(deleteAgent, (core, { params }): Answer => {
    const agent = agentOf(core, params);
    if (agent.id === DEMO_PROJECT) {
      throw new Problem(
        409,
        'The demo’s agent stays: Messaging and calls run on it. Duplicate it, and remove the copy.',
      );
    }
    core.agents.delete(agent.id);
    core.projects.all.delete(agent.id);
    return { status: 204 };
  }),

  handle(duplicateAgent, (core, { at, params, body, dialect }) => {
    const source = agentOf(core, params);
    const content = source.branches.get(MAIN)?.content;
    const { newAgentName: name, newAgentId: id } = body;
    const agent = addAgent(core, at, { id, name, description: source.description, content });
    return { status: 200, body: agentJson(agent, dialect) };
  }),

  handle(listBranches, (core, { params }) => {
    const branches = [...agentOf(core, params).branches.values()];
    return { status: 200, body: { branches: branches.map(({ id, name }) => ({ branchId: id, name })) } };
  }),

  handle(createBranch, (core, { at, params, body, dialect }) => {
    const agent = agentOf(core, params);
    if ([...agent.branches.values()].some(each => each.name === body.name)) {
      throw fieldProblem(409, dialect === 'poly' ? 'branchName' : 'name', 'is taken');
    }
    const content = agent.branches.get(MAIN)?.content as Content;
    const branch: Branch = { id: capitalId(core, 'BRANCH'), name: body.name, content, base: content };
    agent.branches.set(branch.id, branch);
    agent.sequence += 1;
    agent.updatedAt = at;
    return { status: 201, body: { branchId: branch.id, sequenceId: agent.sequence } };
  }),

  handle(deleteBranch, (core, { at, params }) => {
    const { agent, branch } = branchOf(core, params);
    if (branch.id === MAIN) throw new Problem(422, 'The branch main cannot be removed.');
    agent.branches.delete(branch.id);
    agent.updatedAt = at;
    return { status: 200, body: { sequence: agent.sequence, message: 'Branch deleted' } };
  }),

  handle(mergeBranch, (core, { at, params, body, dialect }) => {
    const { agent, branch } = branchOf(core, params);
    const main = agent.branches.get(MAIN) as Branch;
    if (branch === main) throw new Problem(422, 'The branch main cannot be merged into itself.');
    checkResolutions(body.conflictResolutions);
    const merged = merge(branch.base, main.content, branch.content, body.conflictResolutions);
    if (!merged.ok) {
      const fields = merged.conflicts;
      throw new Problem(409, `The branch has diverged from main: ${inWords(fields)}`, { fields });
    }
    for (const each of [main, branch]) Object.assign(each, { content: merged.content, base: merged.content });
    agent.updatedAt = at;
    if (dialect === 'poly' && activeIn(agent, 'sandbox')?.version !== versionOf(merged.content)) {
      const message = body.deploymentMessage ?? '';
      deploy(core, agent, at, { environment: 'sandbox', content: merged.content, message });
    }
    return { status: 200, body: { sequence: agent.sequence, message: 'Branch merged', testRunIds: [] } };
  }),

  handle(getBehavior, (core, { params }) => {
    const { behavior } = branchOf(core, params).branch.content;
    if (behavior === null) throw new Problem(404, 'The branch has no behavior yet.');
    return { status: 200, body: { behavior } };
  }),

  handle(updateBehavior, (core, { at, params, body, dialect }) => {
    writeContent(writableBranch(core, params, dialect), at, { behavior: body.behavior });
    return { status: 200, body: { behavior: body.behavior } };
  }),
];

const VALUES: Readonly<Record<string, ZodType>> = {
  behavior: getBehavior.answer.shape.behavior,
  topics: getTopic.answer,
  attributes: createAttribute.answer,
  variants: createVariant.answer,
};

/** Checks that each value given in a resolution is valid at its path. */
function checkResolutions(resolutions: BodyOf<typeof mergeBranch>['conflictResolutions'] = []): void {
  for (const [index, { path, value }] of resolutions.entries()) {
    const [list = '', id] = path.join('/').split('/');
    if (value === undefined) continue;
    const given = Object.hasOwn(VALUES, list) ? VALUES[list]?.safeParse(value) : undefined;
    const isOwn =
      list === 'behavior' || (typeof value === 'object' && value !== null && 'id' in value && value.id === id);
    if (!given?.success || !isOwn) {
      throw fieldProblem(400, `conflictResolutions.${index}.value`, `is no value that ${path.join('/')} can have`);
    }
  }
}

interface NewAgent {
  readonly id: string | undefined;
  readonly name: string;
  readonly description: string;
  readonly content?: Content | undefined;
}

function addAgent(core: Core, at: number, { id: given, name, description, content }: NewAgent): Agent {
  const id = given ?? capitalId(core, 'PROJECT');
  if (findProject(core.projects, id)) throw fieldProblem(409, 'agentId', 'is taken');
  const variant = capitalId(core, 'VARIANT');
  const first = { id: variant, name: 'Default', isDefault: true, attributeValues: { values: {} } };
  const empty: Content = { behavior: null, topics: {}, attributes: {}, variants: { [variant]: first } };
  const agent = newAgent(id, name, description, at, content ?? empty);
  core.agents.set(id, agent);
  addProject(core.projects, id);
  return agent;
}

function agentJson(agent: Agent, dialect: Dialect): object {
  const { id, name, description, createdAt, updatedAt, branches } = agent;
  return {
    agentId: id,
    agentName: name,
    accountId: accountIn(dialect),
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    branchCount: branches.size,
    ...(dialect === 'service' ? { name, description } : {}),
  };
}
