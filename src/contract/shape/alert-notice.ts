/** Notices of alerts, which the platform posts to webhook endpoints (specification 6.1). Types only, so that a receiver needs no schemas. */

export type WebhookEventType = 'alerts.triggered' | 'alerts.resolved';

/** Body of a notice that an alert was triggered or resolved. */
export interface AlertNotice {
  readonly event_type: WebhookEventType;
  readonly alert: {
    readonly id: string;
    readonly name: string;
    readonly project_id: string | null;
    readonly metric: string;
    readonly operator: string;
    readonly threshold_value: number;
    readonly current_value: number;
    readonly previous_state: string;
    /** Time of the alert, ISO 8601; with `alerts.triggered` only. */
    readonly triggered_at?: string;
    /** Time of the resolution, ISO 8601; with `alerts.resolved` only. */
    readonly resolved_at?: string;
  };
}
