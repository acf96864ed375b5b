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

/** Everything that a version consists of. Never changed in place: a change makes a new one. */
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
  /** The same for the same content, in every environment. */
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
  /** Oldest first; the last one of an environment is active. */
  readonly deployments: Deployment[];
  readonly configs: Map<string, ConfigPage>;
}

export const MAIN = 'main';
export const ENVIRONMENTS: readonly Environment[] = ['sandbox', 'pre-release', 'live'];

export const EMPTY: Content = { behavior: null, topics: {}, attributes: {}, variants: {} };

/** The version that an environment runs, or undefined. */
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
