/**
 * The error texts of SYSTEM_MESSAGE as data: text of the platform → kind of error → remedy. Compares the beginning of the text, because
 * deployments differ in the sentences that follow. One entry is recognised by a phrase anywhere in the text.
 */

/** Kinds of errors. They are stable, and are the `code` of the public event `error`. */
export type SystemErrorKind =
  | 'invalid_event'
  | 'event_not_allowed'
  | 'high_load'
  | 'start_failed'
  | 'no_response'
  | 'agent_error'
  | 'session_not_found'
  | 'session_unavailable'
  | 'connector_not_found'
  | 'conversation_not_found'
  | 'conversation_missing'
  | 'handoff_connect_failed'
  | 'live_forward_failed'
  | 'handoff_not_initiated';

/**
 * Remedy that the notice of an error offers.
 * - `wait`: the platform recovers in seconds; an unanswered message may be sent again
 * - `resend`: send the last message again · `rejoin`: ask the agent to join again
 * - `new_session`: this session is gone · `contact`: offer another channel · `none`: a bug of Natter, not shown to visitors
 */
export type Remedy = 'wait' | 'resend' | 'rejoin' | 'new_session' | 'contact' | 'none';

export interface CatalogueEntry {
  readonly kind: SystemErrorKind;
  readonly remedy: Remedy;
  /** Lower-case start of the text, or a phrase inside it if `anywhere` is set. */
  readonly pattern: string;
  readonly anywhere?: true;
}

const entry = (kind: SystemErrorKind, remedy: Remedy, pattern: string): CatalogueEntry => ({ kind, remedy, pattern });

/** Entries in the order of matching. */
export const CATALOGUE: readonly CatalogueEntry[] = [
  entry('invalid_event', 'none', 'unknown event type or invalid message format'),
  entry('event_not_allowed', 'none', 'event type not allowed'),
  { ...entry('high_load', 'wait', 'high load'), anywhere: true },
  entry('start_failed', 'rejoin', "sorry, i'm unable to start a conversation"),
  entry('no_response', 'resend', "sorry, i'm having trouble responding"),
  entry('agent_error', 'resend', 'sorry, i encountered an error'),
  entry('session_not_found', 'new_session', 'error: session not found'),
  entry('session_unavailable', 'wait', 'error: unable to retrieve session'),
  entry('connector_not_found', 'contact', 'error: connector not found'),
  entry('conversation_missing', 'rejoin', 'error: conversation id not found in session'),
  entry('conversation_not_found', 'rejoin', 'error: conversation not found'),
  entry('handoff_connect_failed', 'contact', 'sorry, we could not connect you to an agent'),
  entry('live_forward_failed', 'resend', 'failed to forward message to live agent'),
  entry('handoff_not_initiated', 'contact', 'sorry, handoff could not be initiated'),
];

/** Returns the entry of a text, or undefined for an unknown text. */
export function classifySystemMessage(text: string): CatalogueEntry | undefined {
  // Texts edited by hand have typographic apostrophes.
  const plain = text.trim().toLowerCase().replaceAll('\u2019', "'");
  return CATALOGUE.find(each => (each.anywhere ? plain.includes(each.pattern) : plain.startsWith(each.pattern)));
}
