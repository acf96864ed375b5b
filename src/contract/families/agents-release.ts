/** More routes of Agents: attributes and variants, deployments, real-time configs. */

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
  description: 'The whole list of the branch.',
  sections: '2.9, 4.11, 7.1',
  summary: 'Attributes that variants have values for',
  method: 'GET',
  path: `${BRANCH}/attributes`,
  params: branchParams,
  answer: z.object({ attributes: z.array(attribute).describe('All attributes of the branch.') }),
  failures: READ,
});

export const createAttribute = defineRoute({
  ...common,
  name: 'createAttribute',
  description: '400 for the 51st. In the dialect `poly` 422 for `main`.',
  sections: '2.9, 4.11, 7.1',
  summary: 'Adds an attribute; a branch has at most 50',
  method: 'POST',
  path: `${BRANCH}/attributes`,
  params: branchParams,
  body: z.object({
    name: notEmpty.describe('Name of the attribute; not empty, and not one that the branch has already.'),
  }),
  status: 201,
  answer: attribute,
  failures: WRITE,
});

export const updateAttribute = defineRoute({
  ...common,
  name: 'updateAttribute',
  description: 'Values of variants stay, under the new name. In the dialect `poly` 422 for `main`.',
  sections: '2.9, 4.11, 7.1',
  summary: 'Renames an attribute',
  method: 'PATCH',
  path: `${BRANCH}/attributes/{attributeId}`,
  params: attributeParams,
  body: z.object({ name: notEmpty.describe('New name. Values of variants move to it.') }),
  answer: attribute,
  failures: WRITE,
});

export const deleteAttribute = defineRoute({
  ...common,
  name: 'deleteAttribute',
  description: 'Variants lose their values of it. In the dialect `poly` 422 for `main`.',
  sections: '4.11, 7.1',
  summary: 'Removes an attribute and its values',
  method: 'DELETE',
  path: `${BRANCH}/attributes/{attributeId}`,
  params: attributeParams,
  answer: z.object({ id: z.string().describe('Id of the attribute that was removed.') }),
  failures: [...READ, 422],
});

/** Values by the names of attributes. */
const attributeValues = z.object({
  values: z.record(z.string(), z.string({ error: 'must be text' })).describe('Text values by the names of attributes.'),
});
const variantFields = z.object({
  name: notEmpty.describe('Name of the variant; not empty, and not one that the branch has already.'),
  attributeValues: attributeValues
    .optional()
    .describe('Values by the names of attributes that the branch has. Default: none.'),
  isDefault: z
    .boolean()
    .optional()
    .describe(
      'True: conversations that name no variant get this one, in place of the default until now. Default: false, and true for the first variant of a branch.',
    ),
});
const variant = z.object({
  id: z.string().describe('Id of the variant, `VARIANT-…`.'),
  name: z.string().describe('Name of the variant.'),
  isDefault: z.boolean().describe('True for the one variant that conversations get when they name none.'),
  attributeValues: attributeValues.describe('Values by the names of attributes.'),
});

export const listVariants = defineRoute({
  ...common,
  name: 'listVariants',
  description: 'The whole list of the branch.',
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
  description: '409 if the branch has a variant of this name. In the dialect `poly` 422 for `main`.',
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
    'Fields that are not given stay. `isDefault: true` takes it from the variant that was the default; false is refused for that one. In the dialect `poly` 422 for `main`.',
  sections: '2.9, 4.11, 7.1',
  fieldCodes: { attributeValues: 'VARIANTS_BAD_ATTRIBUTES_ERROR' },
  summary: 'Changes the fields that are given',
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
  description: '400 for the default one: give that to another first. In the dialect `poly` 422 for `main`.',
  sections: '4.11, 7.1',
  summary: 'Removes a variant that is not the default',
  method: 'DELETE',
  path: `${BRANCH}/variants/{variantId}`,
  params: variantParams,
  answer: z.object({ id: z.string().describe('Id of the variant that was removed.') }),
  failures: [400, ...READ, 422],
});

// ---------------------------------------------------------------- deployments

const deployment = z.object({
  id: z.string().describe('Id of the deployment, a UUID. Each promote and each rollback makes a new one.'),
  accountId: z.string().optional().describe('Account of the agent, with its prefix.'),
  agentId: z.string().optional().describe('Agent that was deployed.'),
  environment: z.string().describe('Environment that it was deployed to: `sandbox`, `pre-release` or `live`.'),
  artifactVersion: z.string().optional().describe('Hash of the deployed version.'),
  version: z.string().optional().describe('Hash of the deployed version: the same in every environment that runs it.'),
  createdBy: z.string().optional().describe('Name of the person or key that deployed it.'),
  createdAt: z.string().optional().describe('Time of the deployment, ISO 8601.'),
  metadata: attributes.optional().describe('Notes on the deployment: `deployment_message`.'),
});
export type DeploymentWire = z.output<typeof deployment>;

const released = z.object({
  deployment: deployment.describe('The deployment that was made, or the one that was there already.'),
  testRunIds: z.array(z.string()).optional().describe('Ids of test runs that the deployment started.'),
  deploymentId: z.string().optional().describe('Id of the deployment; in the dialect `service`.'),
  environment: z.string().optional().describe('Environment of the deployment; in the dialect `service`.'),
});
const message = z.object({
  deploymentMessage: z.string().optional().describe('A note for the list of deployments. Default: empty.'),
});

export const listDeployments = defineRoute({
  ...common,
  name: 'listDeployments',
  description: '`environment` is required.',
  sections: '2.9, 3.3, 4.11, 7.1',
  fieldCodes: { environment: 'DEPLOYMENTS_INVALID_ENVIRONMENT' },
  summary: 'Deployments of an environment, newest first',
  method: 'GET',
  path: DEPLOYMENTS,
  params: agentParams,
  query: z.object({
    environment: environment.describe('Environment whose deployments are listed: `sandbox`, `pre-release` or `live`.'),
    limit: wholeNumber(1, 1000).optional().describe('Most deployments in the answer, 1 to 1,000. Default: all.'),
  }),
  answer: z.object({ deployments: z.array(deployment).describe('Deployments of the environment, newest first.') }),
  failures: [400, ...READ],
});

export const getActiveDeployments = defineRoute({
  ...common,
  name: 'getActiveDeployments',
  description: 'All three environments are in the answer.',
  sections: '2.9, 3.3, 4.11, 7.1',
  summary: 'The deployment that each environment runs',
  method: 'GET',
  path: `${DEPLOYMENTS}/active`,
  params: agentParams,
  answer: z.object({
    activeDeployments: z
      .record(
        environment,
        deployment.nullable().describe('The deployment that the environment runs; null if it runs none.'),
      )
      .describe('The deployment that each environment runs, by the name of the environment; null if it runs none.'),
  }),
  failures: READ,
});

export const publishAgent = defineRoute({
  ...common,
  name: 'publishAgent',
  description:
    'Makes a deployment of branch `main`. The body may be missing. In the dialect `poly` a merge has published already, so that 409 right after one means done.',
  sections: '2.9, 3.3, 4.11, 7.1',
  fieldCodes: { environment: 'DEPLOYMENTS_INVALID_ENVIRONMENT' },
  summary: 'Deploys main to sandbox; 409 if nothing has changed since the last time',
  method: 'POST',
  path: `${DEPLOYMENTS}/publish`,
  params: agentParams,
  body: message.extend({
    environment: z
      .literal('sandbox', { error: 'must be sandbox; promote goes on from there' })
      .optional()
      .describe('Environment to deploy to: only `sandbox`, the default, can be published to.'),
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
    'Goes from sandbox to pre-release, and from there to live. The body may be missing. 412 for the way from sandbox straight to live in the dialect `service`. If the environment runs the version already, the answer is the deployment that is there.',
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
        'Environment to deploy to: `pre-release` or `live`. Default: the one after the environment of the deployment.',
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
    'The active deployment of an environment goes back to the version before it; an older one is deployed once more. The body may be missing. 409 if there is none before.',
  sections: '3.3, 4.11, 7.1',
  summary: 'Goes back to the version before, or to that of an older deployment',
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
    'Name of the page: `sandbox`, `pre-release`, `live`, or a name of your own of 1 to 64 letters, digits, hyphens and underscores.',
  ),
});
const polyConfigParams = {
  configName: {
    name: 'clientEnv',
    schema: environment.describe('Environment of the page: `sandbox`, `pre-release` or `live`.'),
  },
};

const configPage = z.object({
  clientEnv: z.string().describe('Name of the page: an environment, or a name of your own.'),
  variables: attributes.describe('Values by name.'),
  schema: z.unknown().describe('JSON Schema of the values; `true` allows everything.'),
  lastUpdated: z.string().nullable().optional().describe('Time of the last change, ISO 8601; null before the first.'),
});

export const listRealTimeConfigs = defineRoute({
  ...common,
  name: 'listRealTimeConfigs',
  description: 'Pages of the three environments are there from the start, and empty.',
  sections: '2.9, 4.11, 7.1',
  summary: 'Pages of values that take effect without publishing',
  method: 'GET',
  path: CONFIGS,
  params: agentParams,
  answer: z.object({ configPages: z.array(configPage).describe('All pages: one for each environment, then others.') }),
  failures: READ,
});

export const getRealTimeConfig = defineRoute({
  ...common,
  name: 'getRealTimeConfig',
  description: '404 for a page that nobody has written to.',
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
  description: 'Later changes of values are checked against it; the present ones are not. 400 for what is no schema.',
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
    'Takes effect from the next turn on, without a deployment. Values are merged one level deep. 400 if the outcome does not fit the schema.',
  sections: '2.9, 4.11, 7.1',
  summary: 'Sets the values that are given, at once; the others stay',
  method: 'PATCH',
  path: `${CONFIGS}/{configName}/variables`,
  params: configParams,
  polyParams: polyConfigParams,
  body: z.object({
    variables: attributes.describe('Values by name; they replace values of the same name, and the others stay.'),
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
