/**
 * Computes versions, which are hashes of the content. Reads the knowledge that the scripted agent takes from the version deployed in its environment.
 */

import type { Environment } from '../../contract/shape/fields.ts';
import type { Knowledge } from '../model/conversation.ts';
import {
  type Agent,
  activeIn,
  type Content,
  type Deployment,
  ENVIRONMENTS,
  newAgent,
  type Variant,
} from '../store/agents.ts';
import type { Core } from '../store/state.ts';

/** Returns 64 bits of an FNV-1a hash in hex. The same content always has the same version. */
export function versionOf(content: Content): string {
  const text = JSON.stringify(content);
  let high = 0x811c9dc5;
  let low = 0x01000193;
  for (let index = 0; index < text.length; index += 1) {
    high = Math.imul(high ^ text.charCodeAt(index), 0x01000193);
    low = Math.imul(low ^ (text.charCodeAt(index) + index), 0x01000193);
  }
  return [high, low].map(each => (each >>> 0).toString(16).padStart(8, '0')).join('');
}

export function deploy(
  core: Core,
  agent: Agent,
  at: number,
  { environment, content, message }: Pick<Deployment, 'environment' | 'content' | 'message'>,
): Deployment {
  const id = core.settings.random.uuid();
  const made: Deployment = { id, environment, version: versionOf(content), content, createdAt: at, message };
  agent.deployments.push(made);
  agent.updatedAt = at;
  return made;
}

const variant = (id: string, name: string, isDefault: boolean): Variant => ({
  id,
  name,
  isDefault,
  attributeValues: { values: {} },
});

const DEMO_CONTENT: Content = {
  behavior: 'You are Fern, the assistant of Harbour & Pine, a furniture shop. Be brief and friendly.',
  topics: {},
  attributes: {},
  variants: {
    'VARIANT-harbour': variant('VARIANT-harbour', 'Harbour', true),
    'VARIANT-pine': variant('VARIANT-pine', 'Pine Lane', false),
  },
};

const DEMO_CREATED_AT = Date.UTC(2026, 0, 1);

/** The demo's agent, with its first version in all environments. */
export function addDemoAgent(core: Core, id: string): void {
  const agent = newAgent(id, 'Harbour & Pine', 'The scripted agent of the emulator', DEMO_CREATED_AT, DEMO_CONTENT);
  core.agents.set(id, agent);
  for (const environment of ENVIRONMENTS)
    deploy(core, agent, DEMO_CREATED_AT, { environment, content: DEMO_CONTENT, message: '' });
}

/** Returns the answers that the scripted agent has besides its script: the opening hours and the topics of its knowledge base. */
export function knowledgeOf(core: Core, projectId: string, environment: Environment): Knowledge {
  const agent = core.agents.get(projectId);
  const hours = agent?.configs.get(environment)?.variables.opening_hours;
  const topics = Object.values((agent && activeIn(agent, environment)?.content.topics) ?? {});
  return {
    openingHours: typeof hours === 'string' ? hours : undefined,
    answerTo: message =>
      topics.find(each => {
        const asked = [each.name, ...(each.exampleQueries?.queries ?? [])].map(query => query.toLowerCase());
        return each.isActive !== false && asked.includes(message);
      })?.content,
  };
}
