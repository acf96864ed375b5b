/** The other routes of Agents (agents.ts): attributes and variants, deployments, real-time configs. */

import { z } from 'zod';
import { attributes, environment, wholeNumber } from '../shape/fields.ts';
import { defineRoute } from '../shape/route.ts';
import { agentRoutes, agentsFacts } from './agents.ts';

const { common, READ, WRITE, BRANCH, DEPLOYMENTS, CONFIGS, idOf, notEmpty } = agentsFacts;
const { agentParams, branchParams, attributeParams, variantParams, deploymentParams } = agentsFacts;

// ---------------------------------------------------------------- attributes and variants

const attribute = z.object({
  id: z.string().describe('Id of the attribute, `ATTRIBUTE-…`.'),
  name: z.string().describe('Name of the attribute; unique on its branch.'),
});

export const listAttributes = defineRoute({
  ...common,
  name: 'listAttributes',
  description: 'Returns all of them, without pages.',
  sections: '2.9, 4.11, 7.1',
  summary: 'Attributes of a branch, for which variants have values',
  method: 'GET',
  path: `${BRANCH}/attributes`,
  params: branchParams,
  answer: z.object({ attributes: z.array(attribute).describe('All attributes of the branch.') }),
  failures: READ,
});

export const createAttribute = defineRoute({
  ...common,
  name: 'createAttribute',
  description: '400 for the 51st attribute. 422 for `main` in the dialect `poly`.',
  sections: '2.9, 4.11, 7.1',
  summary: 'Adds an attribute; a branch has at most 50',
  method: 'POST',
  path: `${BRANCH}/attributes`,
  params: branchParams,
  body: z.object({
    name: notEmpty.describe('Name of the attribute; not empty, and unique on the branch.'),
  }),
  status: 201,
  answer: attribute,
  failures: WRITE,
});

export const updateAttribute = defineRoute({
  ...common,
  name: 'updateAttribute',
  description: 'Variants keep their values, under the new name. 422 for `main` in the dialect `poly`.',
  sections: '2.9, 4.11, 7.1',
  summary: 'Renames an attribute',
  method: 'PATCH',
  path: `${BRANCH}/attributes/{attributeId}`,
  params: attributeParams,
  body: z.object({ name: notEmpty.describe('New name of the attribute; not empty, and unique on the branch.') }),
  answer: attribute,
  failures: WRITE,
});

export const deleteAttribute = defineRoute({
  ...common,
  name: 'deleteAttribute',
  description: 'Variants lose their values of this attribute. 422 for `main` in the dialect `poly`.',
  sections: '4.11, 7.1',
  summary: 'Deletes an attribute and its values',
  method: 'DELETE',
  path: `${BRANCH}/attributes/{attributeId}`,
  params: attributeParams,
  answer: z.object({ id: z.string().describe('Id of the deleted attribute.') }),
  failures: [...READ, 422],
});

/** Values by the names of attributes. */
const attributeValues = z.object({
  values: z.record(z.string(), z.string({ error: 'must be text' })).describe('Text values by the names of attributes.'),
});
const variantFields = z.object({
  name: notEmpty.describe('Name of the variant; not empty, and unique on the branch.'),
  attributeValues: attributeValues
    .optional()
    .describe('Values by the names of attributes of the branch. Default: none.'),
  isDefault: z
    .boolean()
    .optional()
    .describe(
      'True makes this the default variant, which conversations use if they name none; it replaces the former default. Default: false, but true for the first variant of a branch.',
    ),
});
const variant = z.object({
  id: z.string().describe('Id of the variant, `VARIANT-…`.'),
  name: z.string().describe('Name of the variant.'),
  isDefault: z.boolean().describe('True for the default variant, which conversations use if they name none.'),
  attributeValues: attributeValues.describe('Values by the names of attributes.'),
});

export const listVariants = defineRoute({
  ...common,
  name: 'listVariants',
  description: 'Returns all of them, without pages.',
  sections: '2.9, 4.11, 7.1',
  summary: 'Variants of a branch',
  method: 'GET',
  path: `${BRANCH}/variants`,
  params: branchParams,
  answer: z.object({ variants: z.array(variant).describe('All variants of the branch.') }),
  failures: READ,
});

export const createVariant = defineRoute({
  ...common,
  name: 'createVariant',
  description: '409 if the branch has a variant of this name. 422 for `main` in the dialect `poly`.',
  sections: '2.9, 4.11, 7.1',
  fieldCodes: { attributeValues: 'VARIANTS_BAD_ATTRIBUTES_ERROR' },
  summary: 'Adds a variant; a branch has at most 1,000',
  method: 'POST',
  path: `${BRANCH}/variants`,
  params: branchParams,
  body: variantFields,
  status: 201,
  answer: variant,
  failures: WRITE,
});

export const updateVariant = defineRoute({
  ...common,
  name: 'updateVariant',
  description:
    'Omitted fields keep their values. `isDefault: true` makes this the only default variant; false is refused for the default variant. 422 for `main` in the dialect `poly`.',
  sections: '2.9, 4.11, 7.1',
  fieldCodes: { attributeValues: 'VARIANTS_BAD_ATTRIBUTES_ERROR' },
  summary: 'Changes the given fields',
  method: 'PATCH',
  path: `${BRANCH}/variants/{variantId}`,
  params: variantParams,
  body: variantFields.partial(),
  answer: variant,
  failures: WRITE,
});

export const deleteVariant = defineRoute({
  ...common,
  name: 'deleteVariant',
  description:
    '400 for the default variant: make another variant the default first. 422 for `main` in the dialect `poly`.',
  sections: '4.11, 7.1',
  summary: 'Deletes a variant that is not the default',
  method: 'DELETE',
  path: `${BRANCH}/variants/{variantId}`,
  params: variantParams,
  answer: z.object({ id: z.string().describe('Id of the deleted variant.') }),
  failures: [400, ...READ, 422],
});

// ---------------------------------------------------------------- deployments

const deployment = z.object({
  id: z.string().describe('Id of the deployment, a UUID. Each publish, promote and rollback creates a new one.'),
  accountId: z.string().optional().describe('Account of the agent, with its prefix.'),
  agentId: z.string().optional().describe('Agent that was deployed.'),
  environment: z.string().describe('Environment of the deployment: `sandbox`, `pre-release` or `live`.'),
  artifactVersion: z.string().optional().describe('Hash of the deployed version.'),
  version: z
    .string()
    .optional()
    .describe('Hash of the deployed version, the same in every environment that runs this version.'),
  createdBy: z.string().optional().describe('Name of the person or key that deployed it.'),
  createdAt: z.string().optional().describe('Time of the deployment, ISO 8601.'),
  metadata: attributes.optional().describe('Notes on the deployment. `deployment_message` is the given note.'),
});
export type DeploymentWire = z.output<typeof deployment>;

const released = z.object({
  deployment: deployment.describe(
    'The new deployment, or the existing one if the environment already runs the version.',
  ),
  testRunIds: z.array(z.string()).optional().describe('Ids of test runs that the deployment started.'),
  deploymentId: z.string().optional().describe('Id of the deployment, in the dialect `service`.'),
  environment: z.string().optional().describe('Environment of the deployment, in the dialect `service`.'),
});
const message = z.object({
  deploymentMessage: z.string().optional().describe('A note that the list of deployments shows. Default: empty.'),
});

export const listDeployments = defineRoute({
  ...common,
  name: 'listDeployments',
  description: 'Returns the deployments of one environment, which must be given.',
  sections: '2.9, 3.3, 4.11, 7.1',
  fieldCodes: { environment: 'DEPLOYMENTS_INVALID_ENVIRONMENT' },
  summary: 'Deployments of an environment, newest first',
  method: 'GET',
  path: DEPLOYMENTS,
  params: agentParams,
  query: z.object({
    environment: environment.describe('Environment whose deployments are listed: `sandbox`, `pre-release` or `live`.'),
    limit: wholeNumber(1, 1000)
      .optional()
      .describe('Largest number of deployments to return, 1 to 1,000. Default: all.'),
  }),
  answer: z.object({ deployments: z.array(deployment).describe('Deployments of the environment, newest first.') }),
  failures: [400, ...READ],
});

export const getActiveDeployments = defineRoute({
  ...common,
  name: 'getActiveDeployments',
  description: 'The response names all three environments.',
  sections: '2.9, 3.3, 4.11, 7.1',
  summary: 'The deployment that each environment runs',
  method: 'GET',
  path: `${DEPLOYMENTS}/active`,
  params: agentParams,
  answer: z.object({
    activeDeployments: z
      .record(
        environment,
        deployment.nullable().describe('The active deployment of the environment; null if there is none.'),
      )
      .describe('The active deployment of each environment, by the name of the environment; null if there is none.'),
  }),
  failures: READ,
});

export const publishAgent = defineRoute({
  ...common,
  name: 'publishAgent',
  description:
    'Creates a deployment of branch `main`. The body may be omitted. In the dialect `poly` a merge publishes as well, so a 409 right after a merge means that the changes are already published.',
  sections: '2.9, 3.3, 4.11, 7.1',
  fieldCodes: { environment: 'DEPLOYMENTS_INVALID_ENVIRONMENT' },
  summary: 'Deploys main to sandbox; 409 if nothing has changed since the last publish',
  method: 'POST',
  path: `${DEPLOYMENTS}/publish`,
  params: agentParams,
  body: message.extend({
    environment: z
      .literal('sandbox', { error: 'must be sandbox: promote deploys to the other environments' })
      .optional()
      .describe('Environment to deploy to. Only `sandbox` is allowed, which is also the default.'),
  }),
  bodyOptional: true,
  status: 201,
  answer: released,
  failures: WRITE,
});

export const promoteDeployment = defineRoute({
  ...common,
  name: 'promoteDeployment',
  description:
    'Deploys a version from sandbox to pre-release, or from pre-release to live. The body may be omitted. 412 for a promotion from sandbox straight to live in the dialect `service`. If the environment already runs the version, the existing deployment is returned.',
  sections: '2.9, 3.3, 4.11, 7.1',
  fieldCodes: { targetEnvironment: 'DEPLOYMENTS_INVALID_ENVIRONMENT' },
  summary: 'Deploys a version to the next environment',
  method: 'POST',
  path: `${DEPLOYMENTS}/{deploymentId}/promote`,
  params: deploymentParams,
  body: message.extend({
    targetEnvironment: environment
      .exclude(['sandbox'])
      .optional()
      .describe(
        'Environment to deploy to: `pre-release` or `live`. Default: the environment that follows the one of the deployment.',
      ),
  }),
  bodyOptional: true,
  answer: released,
  failures: [...WRITE, 412],
});

export const rollbackDeployment = defineRoute({
  ...common,
  name: 'rollbackDeployment',
  description:
    'With the id of the active deployment, the environment returns to the version before it. With the id of an older deployment, the version of that deployment is deployed again. The body may be omitted. 409 if there is no earlier version.',
  sections: '3.3, 4.11, 7.1',
  summary: 'Returns to the previous version, or to the version of an older deployment',
  method: 'POST',
  path: `${DEPLOYMENTS}/{deploymentId}/rollback`,
  params: deploymentParams,
  body: message,
  bodyOptional: true,
  answer: released,
  failures: WRITE,
});

// ---------------------------------------------------------------- real-time configs

const configParams = agentParams.extend({
  configName: idOf(
    'Name of the page: `sandbox`, `pre-release`, `live`, or your own name of 1 to 64 letters, digits, hyphens and underscores.',
  ),
});
const polyConfigParams = {
  configName: {
    name: 'clientEnv',
    schema: environment.describe('Environment of the page: `sandbox`, `pre-release` or `live`.'),
  },
};

const configPage = z.object({
  clientEnv: z.string().describe('Name of the page: an environment, or your own name.'),
  variables: attributes.describe('Values by name.'),
  schema: z.unknown().describe('JSON Schema of the values; `true` allows everything.'),
  lastUpdated: z.string().nullable().optional().describe('Time of the last change, ISO 8601; null if there was none.'),
});

export const listRealTimeConfigs = defineRoute({
  ...common,
  name: 'listRealTimeConfigs',
  description: 'Each of the three environments has a page from the start, which is empty.',
  sections: '2.9, 4.11, 7.1',
  summary: 'Pages of values that take effect without publishing',
  method: 'GET',
  path: CONFIGS,
  params: agentParams,
  answer: z.object({
    configPages: z.array(configPage).describe('All pages: first those of the environments, then the others.'),
  }),
  failures: READ,
});

export const getRealTimeConfig = defineRoute({
  ...common,
  name: 'getRealTimeConfig',
  description: '404 if the page was never written.',
  sections: '2.9, 4.11, 7.1',
  summary: 'One page',
  method: 'GET',
  path: `${CONFIGS}/{configName}`,
  params: configParams,
  polyParams: polyConfigParams,
  answer: configPage,
  failures: [400, ...READ],
});

export const putRealTimeSchema = defineRoute({
  ...common,
  name: 'putRealTimeSchema',
  description:
    'Values are checked against the schema when they are changed later; the present values are not. 400 for an invalid schema.',
  sections: '2.9, 4.11, 7.1',
  fieldCodes: { schema: 'REAL_TIME_CONFIG_INVALID_SCHEMA' },
  summary: 'Sets the schema of a page, JSON Schema draft 7',
  method: 'PUT',
  path: `${CONFIGS}/{configName}/schema`,
  params: configParams,
  polyParams: polyConfigParams,
  body: z.object({
    schema: z
      .union([attributes, z.boolean()], { error: 'must be a JSON Schema: an object, true or false' })
      .describe('JSON Schema, draft 7, without `$async`.'),
  }),
  answer: configPage,
  failures: WRITE,
});

export const patchRealTimeVariables = defineRoute({
  ...common,
  name: 'patchRealTimeVariables',
  description:
    'Takes effect from the next turn on, without a deployment. Only the top level is merged: a given value replaces the old value of its name. 400 if the merged values do not match the schema.',
  sections: '2.9, 4.11, 7.1',
  summary: 'Changes the given values at once; the others stay',
  method: 'PATCH',
  path: `${CONFIGS}/{configName}/variables`,
  params: configParams,
  polyParams: polyConfigParams,
  body: z.object({
    variables: attributes.describe('Values by name. They replace values of the same name; the others stay.'),
  }),
  answer: configPage,
  failures: WRITE,
});

export const agentsRoutes = [
  ...agentRoutes,
  listAttributes,
  createAttribute,
  updateAttribute,
  deleteAttribute,
  listVariants,
  createVariant,
  updateVariant,
  deleteVariant,
  listDeployments,
  getActiveDeployments,
  publishAgent,
  promoteDeployment,
  rollbackDeployment,
  listRealTimeConfigs,
  getRealTimeConfig,
  putRealTimeSchema,
  patchRealTimeVariables,
];
