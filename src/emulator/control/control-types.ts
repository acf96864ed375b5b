/** Arguments of the control calls on the REST families. They are written by hand, because derived types would make users install the types of zod. */

import type { Environment } from '../../contract/shape/fields.ts';

/** A finished conversation. */
export interface SeededConversation {
  /** Default: a new id. */
  readonly id?: string | undefined;
  /** ISO 8601. */
  readonly started_at: string;
  readonly duration_seconds: number;
  /** Default `live`. */
  readonly environment?: Environment | undefined;
  /** Default `CHAT`. */
  readonly channel?: string | undefined;
  readonly variant_id?: string | undefined;
  readonly language?: string | undefined;
  readonly to_number?: string | undefined;
  readonly from_number?: string | undefined;
  readonly turns?: readonly SeededTurn[] | undefined;
  readonly handoff?: CallHandoff | undefined;
  readonly state?: Record<string, unknown> | undefined;
  readonly metrics?: Record<string, string | string[]> | undefined;
}

export interface SeededTurn {
  readonly user_input: string;
  readonly agent_response: string;
  /** Seconds. */
  readonly latency?: number | undefined;
}

/** A sample of a metric. `turn_latency` counts for both percentiles. */
export interface MetricSample {
  readonly metric:
    | 'turn_latency'
    | 'turn_latency_p50'
    | 'turn_latency_p95'
    | 'api_errors'
    | 'function_errors'
    | 'call_crashes'
    | 'call_volume';
  readonly value: number;
  /** Default: the demo's project. */
  readonly project_id?: string | undefined;
}

/** Settings of the demo's project, with the names that the control API uses. */
export interface ProjectSettings {
  readonly show_transcripts: boolean;
  readonly chunked_streaming: boolean;
  /** Names of the metrics in records, or all. */
  readonly response_metrics: 'all' | string[];
}

/** The settings to change. */
export interface ProjectChange {
  readonly show_transcripts?: boolean | undefined;
  readonly chunked_streaming?: boolean | undefined;
  readonly response_metrics?: 'all' | string[] | undefined;
}

/** An incoming call to a number of the project. */
export interface IncomingCall {
  readonly to: string;
  readonly from?: string | undefined;
}

/** Destination and reason of a call that the agent hands off. */
export interface CallHandoff {
  readonly destination: string;
  readonly reason: string;
}
