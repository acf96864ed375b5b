/** Agents, continued: attributes and variants, deployments, real-time configs. */

import { z } from 'zod';
import { agentRoutes, agentsFacts } from './agents.ts';
import { attributes, environment, wholeNumber } from './fields.ts';
import { defineRoute } from './route.ts';

const { common, READ, WRITE, BRANCH, DEPLOYMENTS, CONFIGS, notEmpty } = agentsFacts;
const { agentParams, branchParams, attributeParams, variantParams, deploymentParams, configParams } = agentsFacts;

// ---------------------------------------------------------------- attributes and variants

const attribute = z.object({ id: z.string(), name: z.string() });

export const listAttributes = defineRoute({
  ...common,
  name: 'listAttributes',
  summary: 'Attributes that variants have values for',
  method: 'GET',
  path: `${BRANCH}/attributes`,
  params: branchParams,
  answer: z.object({ attributes: z.array(attribute) }),
  failures: READ,
});

export const createAttribute = defineRoute({
  ...common,
  name: 'createAttribute',
  summary: 'Adds an attribute; a branch has at most 50',
  method: 'POST',
  path: `${BRANCH}/attributes`,
  params: branchParams,
  body: z.object({ name: notEmpty }),
  status: 201,
  answer: attribute,
  failures: WRITE,
});

export const updateAttribute = defineRoute({
  ...common,
  name: 'updateAttribute',
  summary: 'Renames an attribute',
  method: 'PATCH',
  path: `${BRANCH}/attributes/{attributeId}`,
  params: attributeParams,
  body: z.object({ name: notEmpty }),
  answer: attribute,
  failures: WRITE,
});

export const deleteAttribute = defineRoute({
  ...common,
  name: 'deleteAttribute',
  summary: 'Removes an attribute and its values',
  method: 'DELETE',
  path: `${BRANCH}/attributes/{attributeId}`,
  params: attributeParams,
  answer: z.object({ id: z.string() }),
  failures: [...READ, 422],
});

/** Values by the names of attributes. */
const attributeValues = z.object({ values: z.record(z.string(), z.string({ error: 'must be text' })) });
const variantFields = z.object({
  name: notEmpty,
  attributeValues: attributeValues.optional(),
  /** True takes it from the variant that was the default. */
  isDefault: z.boolean().optional(),
});
const variant = z.object({ id: z.string(), name: z.string(), isDefault: z.boolean(), attributeValues });

export const listVariants = defineRoute({
  ...common,
  name: 'listVariants',
  summary: 'Variants of a branch',
  method: 'GET',
  path: `${BRANCH}/variants`,
  params: branchParams,
  answer: z.object({ variants: z.array(variant) }),
  failures: READ,
});

export const createVariant = defineRoute({
  ...common,
  name: 'createVariant',
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
  summary: 'Removes a variant that is not the default',
  method: 'DELETE',
  path: `${BRANCH}/variants/{variantId}`,
  params: variantParams,
  answer: z.object({ id: z.string() }),
  failures: [400, ...READ, 422],
});

// ---------------------------------------------------------------- deployments

const deployment = z.object({
  id: z.string(),
  accountId: z.string().optional(),
  agentId: z.string().optional(),
  environment: z.string(),
  artifactVersion: z.string().optional(),
  /** The same in every environment that runs this version. */
  version: z.string().optional(),
  createdBy: z.string().optional(),
  createdAt: z.string().optional(),
  metadata: attributes.optional(),
});
export type DeploymentWire = z.output<typeof deployment>;

const released = z.object({
  deployment,
  testRunIds: z.array(z.string()).optional(),
  deploymentId: z.string().optional(),
  environment: z.string().optional(),
});
const message = z.object({ deploymentMessage: z.string().optional() });

export const listDeployments = defineRoute({
  ...common,
  name: 'listDeployments',
  fieldCodes: { environment: 'DEPLOYMENTS_INVALID_ENVIRONMENT' },
  summary: 'Deployments of an environment, newest first',
  method: 'GET',
  path: DEPLOYMENTS,
  params: agentParams,
  query: z.object({ environment, limit: wholeNumber(1, 1000).optional() }),
  answer: z.object({ deployments: z.array(deployment) }),
  failures: [400, ...READ],
});

export const getActiveDeployments = defineRoute({
  ...common,
  name: 'getActiveDeployments',
  summary: 'The deployment that each environment runs',
  method: 'GET',
  path: `${DEPLOYMENTS}/active`,
  params: agentParams,
  answer: z.object({ activeDeployments: z.record(environment, deployment.nullable()) }),
  failures: READ,
});

export const publishAgent = defineRoute({
  ...common,
  name: 'publishAgent',
  fieldCodes: { environment: 'DEPLOYMENTS_INVALID_ENVIRONMENT' },
  summary: 'Deploys main to sandbox; 409 if nothing has changed since the last time',
  method: 'POST',
  path: `${DEPLOYMENTS}/publish`,
  params: agentParams,
  body: message.extend({ environment: z.string().optional() }),
  bodyOptional: true,
  status: 201,
  answer: released,
  failures: WRITE,
});

export const promoteDeployment = defineRoute({
  ...common,
  name: 'promoteDeployment',
  fieldCodes: { targetEnvironment: 'DEPLOYMENTS_INVALID_ENVIRONMENT' },
  summary: 'Deploys a version to the next environment',
  method: 'POST',
  path: `${DEPLOYMENTS}/{deploymentId}/promote`,
  params: deploymentParams,
  body: message.extend({ targetEnvironment: environment.optional() }),
  bodyOptional: true,
  answer: released,
  failures: [...WRITE, 412],
});

export const rollbackDeployment = defineRoute({
  ...common,
  name: 'rollbackDeployment',
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

const configPage = z.object({
  clientEnv: z.string(),
  variables: attributes,
  schema: z.unknown(),
  lastUpdated: z.string().nullable().optional(),
});

export const listRealTimeConfigs = defineRoute({
  ...common,
  name: 'listRealTimeConfigs',
  summary: 'Pages of values that take effect without publishing',
  method: 'GET',
  path: CONFIGS,
  params: agentParams,
  answer: z.object({ configPages: z.array(configPage) }),
  failures: READ,
});

export const getRealTimeConfig = defineRoute({
  ...common,
  name: 'getRealTimeConfig',
  summary: 'One page',
  method: 'GET',
  path: `${CONFIGS}/{configName}`,
  params: configParams,
  answer: configPage,
  failures: [400, ...READ],
});

export const putRealTimeSchema = defineRoute({
  ...common,
  name: 'putRealTimeSchema',
  fieldCodes: { schema: 'REAL_TIME_CONFIG_INVALID_SCHEMA' },
  summary: 'Sets the schema of a page, JSON Schema draft 7',
  method: 'PUT',
  path: `${CONFIGS}/{configName}/schema`,
  params: configParams,
  body: z.object({ schema: z.union([attributes, z.boolean()]) }),
  answer: configPage,
  failures: WRITE,
});

export const patchRealTimeVariables = defineRoute({
  ...common,
  name: 'patchRealTimeVariables',
  summary: 'Sets the values that are given, at once; the others stay',
  method: 'PATCH',
  path: `${CONFIGS}/{configName}/variables`,
  params: configParams,
  body: z.object({ variables: attributes }),
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
