/** Variants of the demo's agent: a conversation runs in one of them. */

import type { Environment } from '../../contract/fields.ts';
import type { Core } from '../model/state.ts';

export interface NamedVariant {
  readonly id: string;
  readonly name: string;
  readonly isDefault: boolean;
}

const DEMO_VARIANTS: readonly NamedVariant[] = [
  { id: 'VARIANT-harbour', name: 'Harbour', isDefault: true },
  { id: 'VARIANT-pine', name: 'Pine Lane', isDefault: false },
];

/** Variants in the version that an environment of the project runs. */
export function variantsIn(_core: Core, _projectId: string, _environment: Environment): readonly NamedVariant[] {
  return DEMO_VARIANTS;
}

/** The variant of a conversation for which nobody has named one, as fields of its record. */
export function defaultVariant(core: Core, projectId: string, environment: Environment) {
  const variant = variantsIn(core, projectId, environment).find(each => each.isDefault);
  return { variantId: variant?.id ?? null, variantName: variant?.name ?? null };
}
