/** Finds the agent, branch or deployment that a path names, and writes to a branch. */

import type { Dialect } from '../../contract/shape/route.ts';
import { Problem } from '../model/problem.ts';
import { type Agent, type Branch, type Content, MAIN } from '../store/agents.ts';
import { findProject } from '../store/projects.ts';
import type { Core } from '../store/state.ts';

export function agentOf(core: Core, { agentId }: { readonly agentId: string }): Agent {
  const agent = core.agents.get(findProject(core.projects, agentId)?.id ?? agentId);
  if (!agent) throw new Problem(404, 'There is no such agent.', { code: 'PROJECT_NOT_FOUND' });
  return agent;
}

export interface OnBranch {
  readonly agent: Agent;
  readonly branch: Branch;
}

export function branchOf(core: Core, params: { readonly agentId: string; readonly branchId: string }): OnBranch {
  const agent = agentOf(core, params);
  const branch = agent.branches.get(params.branchId);
  if (!branch) throw new Problem(404, 'There is no such branch.');
  return { agent, branch };
}

/** Finds a branch that the call will change. The dialect `poly` refuses direct changes of main. */
export function writableBranch(
  core: Core,
  params: { readonly agentId: string; readonly branchId: string },
  dialect: Dialect,
): OnBranch {
  const found = branchOf(core, params);
  if (dialect === 'poly' && found.branch.id === MAIN) throw new Problem(422, 'Cannot directly update main branch');
  return found;
}

export function writeContent({ agent, branch }: OnBranch, at: number, change: Partial<Content>): void {
  branch.content = { ...branch.content, ...change };
  agent.updatedAt = at;
}

/** Returns an error with status 400 or 409 that names one field. */
export function fieldProblem(
  status: number,
  field: string,
  message: string,
  code = 'SCHEMA_VALIDATION_FAILED',
): Problem {
  return new Problem(status, `${field}: ${message}`, { code, fields: [{ field, message }] });
}
