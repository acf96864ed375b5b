/** The calls that publish, promote and roll back deployments. */

import {
  type DeploymentWire,
  getActiveDeployments,
  listDeployments,
  promoteDeployment,
  publishAgent,
  rollbackDeployment,
} from '../../contract/families/agents-release.ts';
import type { Environment } from '../../contract/shape/fields.ts';
import type { Dialect } from '../../contract/shape/route.ts';
import { Problem } from '../model/problem.ts';
import { type Answer, handle } from '../rest/call.ts';
import { type Agent, activeIn, type Branch, type Deployment, ENVIRONMENTS, MAIN } from '../store/agents.ts';
import { accountIn } from '../store/projects.ts';
import { agentOf, fieldProblem } from './find.ts';
import { deploy, versionOf } from './versions.ts';

export const deploymentHandlers = [
  handle(listDeployments, (core, { params, query, dialect }) => {
    const agent = agentOf(core, params);
    const own = agent.deployments.filter(each => each.environment === query.environment).reverse();
    const deployments = own.slice(0, query.limit ?? own.length).map(each => deploymentJson(agent, each, dialect));
    return { status: 200, body: { deployments } };
  }),

  handle(getActiveDeployments, (core, { params, dialect }) => {
    const agent = agentOf(core, params);
    const active = ENVIRONMENTS.map(environment => {
      const deployment = activeIn(agent, environment);
      return [environment, deployment ? deploymentJson(agent, deployment, dialect) : null];
    });
    return { status: 200, body: { activeDeployments: Object.fromEntries(active) } };
  }),

  handle(publishAgent, (core, { at, params, body, dialect }) => {
    const agent = agentOf(core, params);
    const { content } = agent.branches.get(MAIN) as Branch;
    if (activeIn(agent, 'sandbox')?.version === versionOf(content)) {
      throw new Problem(409, 'Nothing has changed since the last publish.', { code: 'DEPLOYMENTS_ALREADY_PUBLISHED' });
    }
    const made = deploy(core, agent, at, { environment: 'sandbox', content, message: body.deploymentMessage ?? '' });
    return released(agent, made, dialect, 201);
  }),

  handle(promoteDeployment, (core, { at, params, body, dialect }) => {
    const agent = agentOf(core, params);
    const source = deploymentOf(agent, params.deploymentId);
    const target = targetOf(source, body.targetEnvironment, dialect);
    const active = activeIn(agent, target);
    // Succeeds without a change if the version is already active there.
    if (active?.version === source.version) return released(agent, active, dialect);
    const message = body.deploymentMessage ?? '';
    return released(agent, deploy(core, agent, at, { environment: target, content: source.content, message }), dialect);
  }),

  handle(rollbackDeployment, (core, { at, params, body, dialect }) => {
    const agent = agentOf(core, params);
    const { environment, content } = rollbackTarget(agent, deploymentOf(agent, params.deploymentId));
    const message = body.deploymentMessage ?? '';
    return released(agent, deploy(core, agent, at, { environment, content, message }), dialect);
  }),
];

function deploymentOf(agent: Agent, id: string): Deployment {
  const found = agent.deployments.find(each => each.id === id);
  if (!found) throw new Problem(404, 'There is no such deployment.', { code: 'DEPLOYMENT_NOT_FOUND' });
  return found;
}

function targetOf({ environment }: Deployment, wanted: Environment | undefined, dialect: Dialect): Environment {
  const from = ENVIRONMENTS.indexOf(environment);
  const target = wanted ?? ENVIRONMENTS[from + 1];
  if (target === undefined) {
    throw new Problem(400, 'A deployment of live cannot be promoted.', { code: 'DEPLOYMENTS_INVALID_ENVIRONMENT' });
  }
  const to = ENVIRONMENTS.indexOf(target);
  if (to <= from)
    throw fieldProblem(400, 'targetEnvironment', `must come after ${environment}`, 'DEPLOYMENTS_INVALID_ENVIRONMENT');
  if (to > from + 1 && dialect === 'service') {
    throw new Problem(412, 'Promote to pre-release first.', { code: 'ErrPreReleaseNotReady' });
  }
  return target;
}

/**
 * Returns the deployment to roll back to. For an older deployment, that is the deployment itself; for the active one, the last with another
 * version.
 */
function rollbackTarget(agent: Agent, given: Deployment): Deployment {
  const active = activeIn(agent, given.environment);
  if (given !== active) return given;
  const before = agent.deployments.findLast(
    each => each.environment === given.environment && each.version !== given.version,
  );
  if (!before) throw new Problem(409, `Nothing was deployed to ${given.environment} before.`);
  return before;
}

function released(agent: Agent, deployment: Deployment, dialect: Dialect, status = 200): Answer {
  const { id, environment } = deployment;
  const own = dialect === 'service' ? { deploymentId: id, environment } : {};
  return { status, body: { deployment: deploymentJson(agent, deployment, dialect), testRunIds: [], ...own } };
}

function deploymentJson(agent: Agent, deployment: Deployment, dialect: Dialect): DeploymentWire {
  const { id, environment, version, createdAt, message } = deployment;
  return {
    id,
    accountId: accountIn(dialect),
    agentId: agent.id,
    environment,
    artifactVersion: version,
    version,
    createdBy: 'demo-builder',
    createdAt: new Date(createdAt).toISOString(),
    metadata: { deployment_message: message },
  };
}
