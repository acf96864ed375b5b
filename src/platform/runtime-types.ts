/**
 * What calls of the runtime host take and return, as the schemas of src/contract have it. Written by `npm run written`: change the schemas and
 * their comments, not this.
 */

/** Body of `createChat`. */
export interface ChatStart {
  /** Context of your own. The agent sees it throughout; `shared_id` among it links to Handoff state. */
  integration_attributes?: Record<string, unknown> | undefined;
  /** Routes the conversation to a variant; it cannot change afterwards. */
  variant_id?: string | undefined;
  channel?: 'webchat' | 'whatsapp' | 'sms' | 'api' | undefined;
  /** Language of speech recognition, such as `en-GB`. */
  asr_lang_code?: string | undefined;
  /** Language of speech output, such as `en-GB`. */
  tts_lang_code?: string | undefined;
  /** The user's first message: the answer to it comes in place of a greeting. The dialect `poly` ignores it. */
  initial_message?: string | undefined;
}

/** Answer to `createChat`. */
export interface ChatStarted {
  conversation_id: string;
  /** The agent's first message. */
  response: string;
}

/** Body of `respondToChat`. */
export interface ChatMessage {
  conversation_id: string;
  /** Absent or empty: the user said nothing, and the agent asks again. */
  message?: string | undefined;
  /** Merged over the attributes of the conversation, name by name. */
  integration_attributes?: Record<string, unknown> | undefined;
  /** For this turn alone; not stored. */
  metadata?: Record<string, unknown> | undefined;
  asr_lang_code?: string | undefined;
  tts_lang_code?: string | undefined;
}

/** Answer to `respondToChat`. */
export interface ChatReply {
  conversation_id: string;
  response: string;
  /** True when the agent has ended the conversation or handed it off: respond no more. */
  end_conversation: boolean;
  /** Present when the conversation is handed to a person. */
  handoff?:
    | {
        destination: string;
        reason: string;
      }
    | undefined;
}

/** Answer to `closeChat`. */
export interface ChatClosed {
  success: true;
}

/** One of `conversations.turns` in the answer to `listConversations`. */
export interface Turn {
  user_input: string | null;
  user_input_dtmf?: string | null | undefined;
  user_input_datetime: string;
  /** The user interrupted the agent. */
  barge_in?: boolean | undefined;
  agent_response: string | null;
  agent_response_datetime: string;
  /** Seconds; only with include_latency. */
  latency?: number | undefined;
  translated_user_input?: string | undefined;
  english_agent_response?: string | undefined;
  intents?: string[] | undefined;
  /** Names and values; some deployments send a list of objects with one name each. */
  entities?: Record<string, unknown> | Record<string, unknown>[] | undefined;
  is_ood?: boolean | undefined;
  is_silence?: boolean | undefined;
}

/** One of `conversations` in the answer to `listConversations`. */
export interface Conversation {
  id: string;
  account_id: string;
  project_id: string;
  environment: string;
  /** ISO 8601. */
  started_at: string;
  /** `VOICE-SIP`, `WEBCHAT`, `CHAT`, `SMS`, `WHATSAPP`, `RCS`. */
  channel: string;
  in_progress: boolean;
  variant_id?: string | null | undefined;
  variant_name?: string | null | undefined;
  from_number?: string | null | undefined;
  to_number?: string | null | undefined;
  /** Counts turns even if `turns` is empty. */
  num_turns?: number | undefined;
  /** Seconds; up to now while it is in progress. */
  total_duration?: number | undefined;
  /** Seconds for which the platform itself answered. */
  polyai_duration?: number | undefined;
  handoff?: boolean | undefined;
  handoff_reason?: string | null | undefined;
  handoff_destination?: string | null | undefined;
  num_silences?: number | undefined;
  num_ood?: number | undefined;
  /** Text, or a list of at least two texts if a metric was written more than once. */
  metrics?: Record<string, string | string[]> | undefined;
  state?: Record<string, unknown> | undefined;
  /** Empty if the project shows no transcripts. */
  turns?: Turn[] | undefined;
}

/** Filters of `listConversations`. */
export interface ConversationQuery {
  /** Conversations that began at this time or later. */
  start_time?: string | undefined;
  /** Conversations that began before this time. */
  end_time?: string | undefined;
  /** Default `live`. */
  client_env?: 'sandbox' | 'pre-release' | 'live' | undefined;
  variant_id?: string | undefined;
  /** One of `variant_id` and `variant_name`. */
  variant_name?: string | undefined;
  /** True: only those in progress; false: only finished ones. Default: all. */
  in_progress?: boolean | undefined;
  /** Records on one page. Default 5, or 1,000 in `poly`; always give it. */
  limit?: number | undefined;
  /** Number of records to leave out. Default 0. */
  offset?: number | undefined;
  /** `transcript`: the words of `query` in their order, within one turn. `semantic`: similar words. */
  query_type?: 'transcript' | 'semantic' | undefined;
  /** A random sample of at most `limit`; no query. */
  sample?: 'random' | undefined;
  /** Search text; needs `query_type`. */
  query?: string | undefined;
  /** Whose words a transcript search looks at. Default: both. */
  turn_type?: 'user' | 'agent' | undefined;
  /** One or more labels, in any letter case. */
  channel?: string | string[] | undefined;
  /** From the page before; wins over `offset`. Keep all other filters as they were. */
  cursor?: string | undefined;
  /** Adds `latency` to turns. */
  include_latency?: boolean | undefined;
}

/** Answer to `listConversations`. */
export interface ConversationPage {
  conversations: Conversation[];
  /** Offset of the next page; absent on the last one. */
  next_offset?: number | undefined;
  /** For the next page; null at the end. */
  cursor: string | null;
}

/** Filters of `listConversationsV2`. */
export interface ConversationQueryV2 {
  /** Conversations that began at this time or later. */
  start_time?: string | undefined;
  /** Conversations that began before this time. */
  end_time?: string | undefined;
  /** Default `live`. */
  client_env?: 'sandbox' | 'pre-release' | 'live' | undefined;
  variant_id?: string | undefined;
  /** One of `variant_id` and `variant_name`. */
  variant_name?: string | undefined;
  /** True: only those in progress; false: only finished ones. Default: all. */
  in_progress?: boolean | undefined;
  /** Records on one page. Default 5, or 1,000 in `poly`; always give it. */
  limit?: number | undefined;
  /** Number of records to leave out. Default 0. */
  offset?: number | undefined;
  channel?: string | string[] | undefined;
  /** Only for projects with chunked streaming. */
  cursor?: string | undefined;
  include_latency?: boolean | undefined;
}

/** Answer to `listConversationsV2`. */
export interface ConversationPageV2 {
  conversations: Conversation[];
  next_offset?: number | undefined;
  cursor?: string | null | undefined;
}

/** Filters of `listConversationsV1`. */
export interface ConversationQueryV1 {
  /** Conversations that began at this time or later. */
  start_time?: string | undefined;
  /** Conversations that began before this time. */
  end_time?: string | undefined;
  /** Default `live`. */
  client_env?: 'sandbox' | 'pre-release' | 'live' | undefined;
  variant_id?: string | undefined;
  /** One of `variant_id` and `variant_name`. */
  variant_name?: string | undefined;
  /** True: only those in progress; false: only finished ones. Default: all. */
  in_progress?: boolean | undefined;
  /** Records on one page. Default 5, or 1,000 in `poly`; always give it. */
  limit?: number | undefined;
  /** Number of records to leave out. Default 0. */
  offset?: number | undefined;
}

/** Answer to `listConversationsV1`. */
export interface ConversationPageV1 {
  conversations: Conversation[];
  /** Meanings of the fields, by their names. */
  descriptions: {
    conversations: Record<string, string>;
  };
  next_offset?: number | undefined;
}

/** Filters of `getConcurrency`. */
export interface ConcurrencyQuery {
  /** Rounded down to five minutes. */
  start_time: string;
  /** Rounded up to five minutes; at most one week after start_time. */
  end_time: string;
  /** Default `live`. */
  client_env?: 'sandbox' | 'pre-release' | 'live' | undefined;
  variant_id?: string | undefined;
  /** One of `variant_id` and `variant_name`. */
  variant_name?: string | undefined;
  language?: string | undefined;
  /** The number that was called. */
  phone_number?: string | undefined;
  /** `variant`: a series for each variant. The other two are answered with 501. */
  slice_by?: 'language' | 'phone_number' | 'variant' | undefined;
}

/** Answer to `getConcurrency`. */
export interface Concurrency {
  account_id: string;
  project_id: string;
  /** Ascending by time. */
  intervals: {
    /** Lower bound of the window, ISO 8601. */
    time: string;
    max_concurrent_conversations: number;
    variant_id?: string | undefined;
    variant_name?: string | undefined;
    language?: string | undefined;
    phone_number?: string | undefined;
  }[];
}

/** Answer to `getHandoffState`. */
export interface HandoffState {
  /** Id of the conversation. */
  id: string;
  /** The data as it was stored at the moment of the hand-off. */
  data: Record<string, unknown>;
  /** The integrator's own id; absent if none was set. */
  shared_id?: string | undefined;
}

/** Body of `startCall`. */
export interface OutboundCall {
  /** E.164, such as +442079460123, or a national number together with country_code. */
  to_number: string;
  /** ISO 3166-1 alpha-2, such as GB. */
  country_code?: string | undefined;
  /** Text values for the agent; under 26 KB as base64. */
  metadata?: Record<string, string> | undefined;
  /** Default `TLS/SRTP`. */
  encryption?: 'TLS/SRTP' | 'TLS/RTP' | 'UDP/SRTP' | 'UDP/RTP' | undefined;
}

/** Answer to `startCall`. */
export interface OutboundCallStarted {
  call_sid: string;
}

/** Answer to `getCallStatus`. */
export interface CallStatus {
  /** `success` and `failure` never change. */
  status: 'success' | 'queued' | 'calling' | 'failure';
  /** Words for a failure, otherwise empty. */
  reason: string;
}

/** Filters of `postExternalEvent`. */
export interface EventLocation {
  event_id_location: 'headers' | 'querystring' | 'payload';
  /** Name of a header, parameter or form field, or a dotted path into JSON or XML. */
  event_id_path: string;
  account_id: string;
  project_id: string;
}

/** Body of `postBridgeEnded`. */
export interface BridgeEnded {
  conversation_id: string;
  bridge_duration_seconds: number;
  call_duration_seconds: number;
}

/** Answer to `postBridgeEnded`. */
export interface BridgeEndedAnswer {
  success?: boolean | undefined;
}

/** Answer to `reserveNumber`. */
export interface ReservedNumber {
  dni: string;
}
