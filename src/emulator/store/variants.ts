/** Variants of an agent. Each conversation uses one of them. */

import type { Environment } from '../../contract/shape/fields.ts';
import { activeIn } from './agents.ts';
import type { Core } from './state.ts';

export interface NamedVariant {
  readonly id: string;
  readonly name: string;
  readonly isDefault: boolean;
}

/** Returns the variants in the active deployment of an environment. */
export const variantsIn = (core: Core, projectId: string, environment: Environment): readonly NamedVariant[] => {
  const agent = core.agents.get(projectId);
  return Object.values((agent && activeIn(agent, environment)?.content.variants) ?? {});
};

/** Returns the default variant, as fields of a record, for a conversation that names none. */
export function defaultVariant(core: Core, projectId: string, environment: Environment) {
  const variant = variantsIn(core, projectId, environment).find(each => each.isDefault);
  return { variantId: variant?.id ?? null, variantName: variant?.name ?? null };
}
