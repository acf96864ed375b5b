/** Agents: branches with their content, deployments of versions, and real-time configs. */

import type { Environment } from '../../contract/shape/fields.ts';

export interface Topic {
  readonly id: string;
  readonly name: string;
  readonly content: string;
  readonly actions?: readonly unknown[] | undefined;
  readonly exampleQueries?: { readonly queries: readonly string[] } | undefined;
  readonly isActive?: boolean | undefined;
}

export interface Variant {
  readonly id: string;
  readonly name: string;
  readonly isDefault: boolean;
  readonly attributeValues: { readonly values: Readonly<Record<string, string>> };
}

export interface Attribute {
  readonly id: string;
  readonly name: string;
}

/** Content of a version. Immutable: a change makes a new object. */
export interface Content {
  readonly behavior: string | null;
  readonly topics: Readonly<Record<string, Topic>>;
  readonly attributes: Readonly<Record<string, Attribute>>;
  readonly variants: Readonly<Record<string, Variant>>;
}

export interface Branch {
  readonly id: string;
  readonly name: string;
  content: Content;
  /** Content of main when the branch was made or last merged. */
  base: Content;
}

export interface Deployment {
  readonly id: string;
  readonly environment: Environment;
  /** Hash of the content, so the same content has the same version in every environment. */
  readonly version: string;
  readonly content: Content;
  readonly createdAt: number;
  readonly message: string;
}

export interface ConfigPage {
  readonly name: string;
  variables: Readonly<Record<string, unknown>>;
  /** JSON Schema; true allows everything. */
  schema: Readonly<Record<string, unknown>> | boolean;
  updatedAt: number | null;
}

export interface Agent {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly createdAt: number;
  updatedAt: number;
  readonly branches: Map<string, Branch>;
  /** Counts branches, for their sequence ids. */
  sequence: number;
  /** Oldest first. The last deployment to an environment is the active one. */
  readonly deployments: Deployment[];
  readonly configs: Map<string, ConfigPage>;
}

export const MAIN = 'main';
export const ENVIRONMENTS: readonly Environment[] = ['sandbox', 'pre-release', 'live'];

export const EMPTY: Content = { behavior: null, topics: {}, attributes: {}, variants: {} };

/** Returns the active deployment of an environment, or undefined. */
export const activeIn = (agent: Agent, environment: Environment): Deployment | undefined =>
  agent.deployments.findLast(each => each.environment === environment);

export function newAgent(id: string, name: string, description: string, at: number, content: Content): Agent {
  const page = (environment: string): [string, ConfigPage] => [
    environment,
    { name: environment, variables: {}, schema: true, updatedAt: null },
  ];
  return {
    id,
    name,
    description,
    createdAt: at,
    updatedAt: at,
    branches: new Map([[MAIN, { id: MAIN, name: MAIN, content, base: content }]]),
    sequence: 1,
    deployments: [],
    configs: new Map(ENVIRONMENTS.map(page)),
  };
}
