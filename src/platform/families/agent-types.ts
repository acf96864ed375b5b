/**
 * Types that calls of Agents take and return, as the schemas of src/contract have it. Written by `npm run written`: change the schemas and
 * their descriptions, not this.
 */

/** Answer to `createAgent`. */
export interface Agent {
  /** Id of the agent, which is also the id of its project. */
  agentId: string;
  /** Name of the agent. */
  agentName?: string | undefined;
  /** Name of the agent, in the dialect `service`. */
  name?: string | undefined;
  /** Description of the agent, in the dialect `service`. */
  description?: string | undefined;
  /** Account of the agent, with its prefix. */
  accountId?: string | undefined;
  /** Time at which the agent was created, ISO 8601. */
  createdAt?: string | undefined;
  /** Time of the last change, ISO 8601. */
  updatedAt?: string | undefined;
  /** Number of branches, `main` included. */
  branchCount?: number | undefined;
}

/** Body of `createAgent`. */
export interface NewAgent {
  /** Name of the agent, 1 to 128 characters. */
  name: string;
  /** Purpose of the agent. Default: empty. */
  description?: string | undefined;
  /** Greeting and language (`greeting`, `languageCode`). Only in the dialect `poly`. */
  responseSettings?: Record<string, unknown> | undefined;
  /** Id of letters, digits and hyphens. Default: an id that the platform makes. */
  agentId?: string | undefined;
  /** Settings of the voice. Only in the dialect `poly`. */
  voiceSettings?: Record<string, unknown> | undefined;
  /** Settings of the language model. Only in the dialect `poly`. */
  llmSettings?: Record<string, unknown> | undefined;
  /** Experimental settings, which may change or disappear. Only in the dialect `poly`. */
  experimentalConfig?: Record<string, unknown> | undefined;
}

/** Body of `duplicateAgent`. */
export interface AgentCopy {
  /** Name of the copy, 1 to 100 characters. */
  newAgentName: string;
  /** Id of the copy: letters, digits and hyphens. Default: an id that the platform makes. */
  newAgentId?: string | undefined;
}

/** Answer to `listBranches`. */
export interface BranchList {
  /** All branches of the agent, `main` first. */
  branches: {
    /** Id of the branch: `main` or `BRANCH-…`. */
    branchId: string;
    /** Name of the branch. */
    name?: string | undefined;
  }[];
}

/** Answer to `createBranch`. */
export interface BranchCreated {
  /** Id of the branch, `BRANCH-…`. */
  branchId: string;
  /** Sequence number of the branch. Numbers of deleted branches are not used again. */
  sequenceId?: number | undefined;
}

/** Answer to `deleteBranch`. */
export interface BranchDeleted {
  /** Sequence number of the latest branch of the agent. */
  sequence?: number | undefined;
  /** Description of the outcome. */
  message?: string | undefined;
}

/** Body of `mergeBranch`. */
export interface Merge {
  /** A note for the deployment that a merge creates in the dialect `poly`. Default: empty. */
  deploymentMessage?: string | undefined;
  /** Resolutions of conflicts, one for each path. Default: none. */
  conflictResolutions?:
    | {
        /** The path as a list of its parts: `["behavior"]`, or for example `["topics", "TOPIC-…"]`. */
        path: string[];
        /** The value to use: `ours` is the value of main, `theirs` that of the branch, `base` that of their common base. */
        strategy: 'ours' | 'theirs' | 'base';
        /** A value to use instead of these three. */
        value?: unknown;
      }[]
    | undefined;
}

/** Answer to `mergeBranch`. */
export interface Merged {
  /** Sequence number of the latest branch of the agent. */
  sequence?: number | undefined;
  /** Description of the outcome. */
  message?: string | undefined;
  /** Ids of test runs that the merge started. */
  testRunIds?: string[] | undefined;
}

/** Answer to `getBehavior`. */
export interface Behavior {
  /** System prompt and rules of interaction; not empty. */
  behavior: string;
}

/** Answer to `getTopic`. */
export interface Topic {
  /** Name of the topic; not empty, and unique on the branch. */
  name: string;
  /** Knowledge of the agent about the topic; not empty. */
  content: string;
  /** Actions of the agent when the topic comes up. Default: none. */
  actions?: unknown[] | undefined;
  /** Examples of questions on the topic. Default: none. */
  exampleQueries?:
    | {
        /** The examples, at most 100. */
        queries: string[];
      }
    | undefined;
  /** False: the agent ignores the topic. Default: true. */
  isActive?: boolean | undefined;
  /** Id of the topic, `TOPIC-…`. */
  id: string;
}

/** Body of `createTopic`. */
export interface NewTopic {
  /** Name of the topic; not empty, and unique on the branch. */
  name: string;
  /** Knowledge of the agent about the topic; not empty. */
  content: string;
  /** Actions of the agent when the topic comes up. Default: none. */
  actions?: unknown[] | undefined;
  /** Examples of questions on the topic. Default: none. */
  exampleQueries?:
    | {
        /** The examples, at most 100. */
        queries: string[];
      }
    | undefined;
  /** False: the agent ignores the topic. Default: true. */
  isActive?: boolean | undefined;
}

/** Answer to `createAttribute`. */
export interface Attribute {
  /** Id of the attribute, `ATTRIBUTE-…`. */
  id: string;
  /** Name of the attribute; unique on its branch. */
  name: string;
}

/** Answer to `listAttributes`. */
export interface AttributeList {
  /** All attributes of the branch. */
  attributes: Attribute[];
}

/** Answer to `deleteAttribute`. */
export interface Deleted {
  /** Id of the deleted attribute. */
  id: string;
}

/** Answer to `updateVariant`. */
export interface Variant {
  /** Id of the variant, `VARIANT-…`. */
  id: string;
  /** Name of the variant. */
  name: string;
  /** True for the default variant, which conversations use if they name none. */
  isDefault: boolean;
  /** Values by the names of attributes. */
  attributeValues: {
    /** Text values by the names of attributes. */
    values: Record<string, string>;
  };
}

/** Body of `createVariant`. */
export interface NewVariant {
  /** Name of the variant; not empty, and unique on the branch. */
  name: string;
  /** Values by the names of attributes of the branch. Default: none. */
  attributeValues?:
    | {
        /** Text values by the names of attributes. */
        values: Record<string, string>;
      }
    | undefined;
  /** True makes this the default variant, which conversations use if they name none; it replaces the former default. Default: false, but true for the first variant of a branch. */
  isDefault?: boolean | undefined;
}

/** Answer to `listVariants`. */
export interface VariantList {
  /** All variants of the branch. */
  variants: Variant[];
}

/** One of `deployments` in the answer to `listDeployments`. */
export interface Deployment {
  /** Id of the deployment, a UUID. Each publish, promote and rollback creates a new one. */
  id: string;
  /** Account of the agent, with its prefix. */
  accountId?: string | undefined;
  /** Agent that was deployed. */
  agentId?: string | undefined;
  /** Environment of the deployment: `sandbox`, `pre-release` or `live`. */
  environment: string;
  /** Hash of the deployed version. */
  artifactVersion?: string | undefined;
  /** Hash of the deployed version, the same in every environment that runs this version. */
  version?: string | undefined;
  /** Name of the person or key that deployed it. */
  createdBy?: string | undefined;
  /** Time of the deployment, ISO 8601. */
  createdAt?: string | undefined;
  /** Notes on the deployment. `deployment_message` is the given note. */
  metadata?: Record<string, unknown> | undefined;
}

/** Filters of `listDeployments`. */
export interface DeploymentQuery {
  /** Environment whose deployments are listed: `sandbox`, `pre-release` or `live`. */
  environment: 'sandbox' | 'pre-release' | 'live';
  /** Largest number of deployments to return, 1 to 1,000. Default: all. */
  limit?: number | undefined;
}

/** Answer to `listDeployments`. */
export interface DeploymentList {
  /** Deployments of the environment, newest first. */
  deployments: Deployment[];
}

/** Answer to `getActiveDeployments`. */
export interface ActiveDeployments {
  /** The active deployment of each environment, by the name of the environment; null if there is none. */
  activeDeployments: {
    sandbox: Deployment | null;
    'pre-release': Deployment | null;
    live: Deployment | null;
  };
}

/** Body of `publishAgent`. */
export interface Publication {
  /** A note that the list of deployments shows. Default: empty. */
  deploymentMessage?: string | undefined;
  /** Environment to deploy to. Only `sandbox` is allowed, which is also the default. */
  environment?: 'sandbox' | undefined;
}

/** Body of `promoteDeployment`. */
export interface Promotion {
  /** A note that the list of deployments shows. Default: empty. */
  deploymentMessage?: string | undefined;
  /** Environment to deploy to: `pre-release` or `live`. Default: the environment that follows the one of the deployment. */
  targetEnvironment?: 'pre-release' | 'live' | undefined;
}

/** Body of `rollbackDeployment`. */
export interface Rollback {
  /** A note that the list of deployments shows. Default: empty. */
  deploymentMessage?: string | undefined;
}

/** Answer to `publishAgent`. */
export interface Released {
  /** The new deployment, or the existing one if the environment already runs the version. */
  deployment: Deployment;
  /** Ids of test runs that the deployment started. */
  testRunIds?: string[] | undefined;
  /** Id of the deployment, in the dialect `service`. */
  deploymentId?: string | undefined;
  /** Environment of the deployment, in the dialect `service`. */
  environment?: string | undefined;
}

/** Answer to `getRealTimeConfig`. */
export interface ConfigPage {
  /** Name of the page: an environment, or your own name. */
  clientEnv: string;
  /** Values by name. */
  variables: Record<string, unknown>;
  /** JSON Schema of the values; `true` allows everything. */
  schema: unknown;
  /** Time of the last change, ISO 8601; null if there was none. */
  lastUpdated?: string | null | undefined;
}

/** Answer to `listRealTimeConfigs`. */
export interface ConfigPageList {
  /** All pages: first those of the environments, then the others. */
  configPages: ConfigPage[];
}
