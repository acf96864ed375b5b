/**
 * What calls of the builder host take and return, as the schemas of src/contract have it. Written by `npm run written`: change the schemas and
 * their comments, not this.
 */

/** Answer to `getAlertRule`. */
export interface AlertRule {
  id: string;
  name: string;
  project_id: string | null;
  metric: 'turn_latency_p50' | 'turn_latency_p95' | 'api_errors' | 'function_errors' | 'call_crashes' | 'call_volume';
  operator: '>=' | '>' | '<' | '<=';
  threshold_value: number;
  window_duration: '5m' | '10m' | '60m';
  enabled: boolean;
  created_at: string;
  updated_at: string;
  /** `ok` also before the first evaluation; some deployments say `unknown`. */
  current_state?: 'unknown' | 'ok' | 'alert' | 'no_data' | undefined;
  /** When the state began. */
  since?: string | undefined;
  /** Null before the first evaluation. */
  last_evaluated_at?: string | null | undefined;
  current_value?: number | null | undefined;
}

/** Body of `createAlertRule`. */
export interface NewAlertRule {
  name: string;
  /** Absent or null: the whole account. */
  project_id?: string | null | undefined;
  /** Latencies are milliseconds; the others are counts within the window. */
  metric: 'turn_latency_p50' | 'turn_latency_p95' | 'api_errors' | 'function_errors' | 'call_crashes' | 'call_volume';
  operator: '>=' | '>' | '<' | '<=';
  threshold_value: number;
  window_duration: '5m' | '10m' | '60m';
  /** Default true. */
  enabled?: boolean | undefined;
}

/** Filters of `listAlertRules`. */
export interface AlertRuleQuery {
  project_id?: string | undefined;
  metric?:
    | 'turn_latency_p50'
    | 'turn_latency_p95'
    | 'api_errors'
    | 'function_errors'
    | 'call_crashes'
    | 'call_volume'
    | undefined;
  enabled?: boolean | undefined;
  state?: 'unknown' | 'ok' | 'alert' | 'no_data' | undefined;
}

/** One of `data` in the answer to `listAlerts`. */
export interface FiringAlert {
  alert_rule_id?: string | undefined;
  id?: string | undefined;
  name: string;
  project_id: string | null;
  metric: 'turn_latency_p50' | 'turn_latency_p95' | 'api_errors' | 'function_errors' | 'call_crashes' | 'call_volume';
  operator: '>=' | '>' | '<' | '<=';
  threshold_value: number;
  window_duration: '5m' | '10m' | '60m';
  since: string;
  last_evaluated_at: string | null;
  current_value: number | null;
}

/** Filters of `listAlerts`. */
export interface FiringAlertQuery {
  project_id?: string | undefined;
  metric?:
    | 'turn_latency_p50'
    | 'turn_latency_p95'
    | 'api_errors'
    | 'function_errors'
    | 'call_crashes'
    | 'call_volume'
    | undefined;
}

/** Answer to `getWebhookEndpoint`. */
export interface WebhookEndpoint {
  id: string;
  name: string;
  url: string;
  enabled: boolean;
  event_types: ('alerts.triggered' | 'alerts.resolved')[];
  headers: Record<string, string>;
  timeout_ms: number;
  created_at: string;
  updated_at: string;
}

/** Filters of `listWebhookEndpoints`. */
export interface WebhookEndpointQuery {
  enabled?: boolean | undefined;
  event_type?: 'alerts.triggered' | 'alerts.resolved' | undefined;
}

/** Body of `createWebhookEndpoint`. */
export interface NewWebhookEndpoint {
  name: string;
  /** https; http for an address of this machine only. */
  url: string;
  event_types: ('alerts.triggered' | 'alerts.resolved')[];
  /** Sent along with each notice. */
  headers?: Record<string, string> | undefined;
  /** 1,000 to 30,000 milliseconds. Default 5,000. */
  timeout_ms?: number | undefined;
  /** Default true. */
  enabled?: boolean | undefined;
}

/** Answer to `createWebhookEndpoint`. */
export interface CreatedWebhookEndpoint {
  id: string;
  name: string;
  url: string;
  enabled: boolean;
  event_types: ('alerts.triggered' | 'alerts.resolved')[];
  headers: Record<string, string>;
  timeout_ms: number;
  created_at: string;
  updated_at: string;
  signing_secret: string;
}

/** Answer to `rotateWebhookSecret`. */
export interface WebhookSecret {
  signing_secret: string;
}

/** Answer to `createAgent`. */
export interface Agent {
  agentId: string;
  agentName?: string | undefined;
  name?: string | undefined;
  description?: string | undefined;
  accountId?: string | undefined;
  createdAt?: string | undefined;
  updatedAt?: string | undefined;
  branchCount?: number | undefined;
}

/** Body of `createAgent`. */
export interface NewAgent {
  name: string;
  description?: string | undefined;
  /** Greeting and language, in the dialect `poly`. */
  responseSettings?: Record<string, unknown> | undefined;
  /** Default: made by the platform. */
  agentId?: string | undefined;
  voiceSettings?: Record<string, unknown> | undefined;
  llmSettings?: Record<string, unknown> | undefined;
  experimentalConfig?: Record<string, unknown> | undefined;
}

/** Body of `duplicateAgent`. */
export interface AgentCopy {
  newAgentName: string;
  newAgentId?: string | undefined;
}

/** Answer to `listBranches`. */
export interface BranchList {
  branches: {
    branchId: string;
    name?: string | undefined;
  }[];
}

/** Answer to `createBranch`. */
export interface BranchCreated {
  branchId: string;
  sequenceId?: number | undefined;
}

/** Answer to `deleteBranch`. */
export interface BranchDeleted {
  sequence?: number | undefined;
  message?: string | undefined;
}

/** Body of `mergeBranch`. */
export interface Merge {
  deploymentMessage?: string | undefined;
  conflictResolutions?:
    | {
        path: string[];
        /** `ours` main's, `theirs` the branch's, `base` as before both. */
        strategy: 'ours' | 'theirs' | 'base';
        /** In place of all three. */
        value?: unknown;
      }[]
    | undefined;
}

/** Answer to `mergeBranch`. */
export interface Merged {
  sequence?: number | undefined;
  message?: string | undefined;
  testRunIds?: string[] | undefined;
}

/** Answer to `getBehavior`. */
export interface Behavior {
  behavior: string;
}

/** Answer to `getTopic`. */
export interface Topic {
  name: string;
  content: string;
  actions?: unknown[] | undefined;
  exampleQueries?:
    | {
        queries: string[];
      }
    | undefined;
  /** Default true. */
  isActive?: boolean | undefined;
  id: string;
}

/** Body of `createTopic`. */
export interface NewTopic {
  name: string;
  content: string;
  actions?: unknown[] | undefined;
  exampleQueries?:
    | {
        queries: string[];
      }
    | undefined;
  /** Default true. */
  isActive?: boolean | undefined;
}

/** Answer to `createAttribute`. */
export interface Attribute {
  id: string;
  name: string;
}

/** Answer to `listAttributes`. */
export interface AttributeList {
  attributes: Attribute[];
}

/** Answer to `deleteAttribute`. */
export interface Deleted {
  id: string;
}

/** Answer to `updateVariant`. */
export interface Variant {
  id: string;
  name: string;
  isDefault: boolean;
  attributeValues: {
    values: Record<string, string>;
  };
}

/** Body of `createVariant`. */
export interface NewVariant {
  name: string;
  attributeValues?:
    | {
        values: Record<string, string>;
      }
    | undefined;
  /** True takes it from the variant that was the default. */
  isDefault?: boolean | undefined;
}

/** Answer to `listVariants`. */
export interface VariantList {
  variants: Variant[];
}

/** One of `deployments` in the answer to `listDeployments`. */
export interface Deployment {
  id: string;
  accountId?: string | undefined;
  agentId?: string | undefined;
  environment: string;
  artifactVersion?: string | undefined;
  /** The same in every environment that runs this version. */
  version?: string | undefined;
  createdBy?: string | undefined;
  createdAt?: string | undefined;
  metadata?: Record<string, unknown> | undefined;
}

/** Filters of `listDeployments`. */
export interface DeploymentQuery {
  environment: 'sandbox' | 'pre-release' | 'live';
  limit?: number | undefined;
}

/** Answer to `listDeployments`. */
export interface DeploymentList {
  deployments: Deployment[];
}

/** Answer to `getActiveDeployments`. */
export interface ActiveDeployments {
  activeDeployments: {
    sandbox: Deployment | null;
    'pre-release': Deployment | null;
    live: Deployment | null;
  };
}

/** Body of `publishAgent`. */
export interface Publication {
  deploymentMessage?: string | undefined;
  environment?: string | undefined;
}

/** Body of `promoteDeployment`. */
export interface Promotion {
  deploymentMessage?: string | undefined;
  targetEnvironment?: 'sandbox' | 'pre-release' | 'live' | undefined;
}

/** Body of `rollbackDeployment`. */
export interface Rollback {
  deploymentMessage?: string | undefined;
}

/** Answer to `publishAgent`. */
export interface Released {
  deployment: Deployment;
  testRunIds?: string[] | undefined;
  deploymentId?: string | undefined;
  environment?: string | undefined;
}

/** Answer to `getRealTimeConfig`. */
export interface ConfigPage {
  clientEnv: string;
  variables: Record<string, unknown>;
  schema: unknown;
  lastUpdated?: string | null | undefined;
}

/** Answer to `listRealTimeConfigs`. */
export interface ConfigPageList {
  configPages: ConfigPage[];
}
