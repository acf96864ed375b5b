/**
 * Types that calls of the runtime host take and return, as the schemas of src/contract have it. Written by `npm run written`: change the schemas and
 * their descriptions, not this.
 */

/** Body of `createChat`. */
export interface ChatStart {
  /** Your own attributes. The agent can read them throughout the conversation. Handoff state can be found by the attribute `shared_id`. */
  integration_attributes?: Record<string, unknown> | undefined;
  /** Variant that the conversation uses. It cannot change afterwards. Default: the default variant. */
  variant_id?: string | undefined;
  /** Channel of the conversation. Its record names the channel in capitals, and has `CHAT` for `api`. Default: `api`. */
  channel?: 'webchat' | 'whatsapp' | 'sms' | 'api' | undefined;
  /** Language of speech recognition, such as `en-GB`. */
  asr_lang_code?: string | undefined;
  /** Language of speech output, such as `en-GB`. */
  tts_lang_code?: string | undefined;
  /** The user's first message. The agent replies to it instead of greeting. The dialect `poly` ignores this field. */
  initial_message?: string | undefined;
}

/** Answer to `createChat`. */
export interface ChatStarted {
  /** Id of the conversation. */
  conversation_id: string;
  /** The agent's first message. */
  response: string;
}

/** Body of `respondToChat`. */
export interface ChatMessage {
  /** Id of the conversation. */
  conversation_id: string;
  /** Message of the user. Absent or empty: the user said nothing, and the agent asks again. */
  message?: string | undefined;
  /** Attributes to add to those of the conversation. They replace attributes of the same name. */
  integration_attributes?: Record<string, unknown> | undefined;
  /** Values for this turn only, which are not stored. */
  metadata?: Record<string, unknown> | undefined;
  /** Language of speech recognition from now on, such as `en-GB`. */
  asr_lang_code?: string | undefined;
  /** Language of speech output from now on, such as `en-GB`. */
  tts_lang_code?: string | undefined;
}

/** Answer to `respondToChat`. */
export interface ChatReply {
  /** Id of the conversation. */
  conversation_id: string;
  /** The agent's reply. */
  response: string;
  /** True if the agent has ended the conversation or handed it off: send no more messages. */
  end_conversation: boolean;
  /** Present if the conversation is handed off to a person. */
  handoff?:
    | {
        /** Destination of the conversation. */
        destination: string;
        /** Reason of the hand-off. */
        reason: string;
      }
    | undefined;
}

/** Answer to `closeChat`. */
export interface ChatClosed {
  /** Always true. */
  success: true;
}

/** One of `conversations.turns` in the answer to `listConversations`. */
export interface Turn {
  /** Text of the user; empty in the greeting, and if the user said nothing. */
  user_input: string | null;
  /** Keys that the user pressed on a phone. */
  user_input_dtmf?: string | null | undefined;
  /** Time of the user input, ISO 8601. */
  user_input_datetime: string;
  /** True: the user interrupted the agent. */
  barge_in?: boolean | undefined;
  /** Reply of the agent. */
  agent_response: string | null;
  /** Time of the reply, ISO 8601. */
  agent_response_datetime: string;
  /** Seconds from the user input to the reply; only with `include_latency`. */
  latency?: number | undefined;
  /** The user input in English; empty if translation is off. */
  translated_user_input?: string | undefined;
  /** The reply in English; empty if translation is off. */
  english_agent_response?: string | undefined;
  /** Intents that were recognised. */
  intents?: string[] | undefined;
  /** Recognised entities: values by name. Some deployments send a list of objects with one name each. */
  entities?: Record<string, unknown> | Record<string, unknown>[] | undefined;
  /** True: the user input is out of domain, which means unrelated to the tasks of the agent. */
  is_ood?: boolean | undefined;
  /** True: the user said nothing. */
  is_silence?: boolean | undefined;
}

/** One of `conversations` in the answer to `listConversations`. */
export interface Conversation {
  /** Unique id of the conversation. */
  id: string;
  /** Account, with its prefix. */
  account_id: string;
  /** Project, with its prefix. */
  project_id: string;
  /** Deployment environment: `live`, `sandbox` or `pre-release`. */
  environment: string;
  /** Start of the conversation, ISO 8601. */
  started_at: string;
  /** Label of the channel: `VOICE-SIP`, `WEBCHAT`, `CHAT`, `SMS`, `WHATSAPP`, `RCS`. */
  channel: string;
  /** True: the conversation is in progress, and its turns may be incomplete. */
  in_progress: boolean;
  /** Variant of the conversation. */
  variant_id?: string | null | undefined;
  /** Name of the variant. */
  variant_name?: string | null | undefined;
  /** Number of the caller; empty for text channels. */
  from_number?: string | null | undefined;
  /** Number that was called; empty for text channels. */
  to_number?: string | null | undefined;
  /** Number of turns, counted even if `turns` is empty. */
  num_turns?: number | undefined;
  /** Duration in seconds; of a conversation in progress, the seconds until now. */
  total_duration?: number | undefined;
  /** Seconds that the agent took part: until a hand-off, and without the time of a bridge. */
  polyai_duration?: number | undefined;
  /** True: the conversation was handed off. */
  handoff?: boolean | undefined;
  /** Reason of the hand-off; empty without one. */
  handoff_reason?: string | null | undefined;
  /** Destination of the hand-off; empty without one. */
  handoff_destination?: string | null | undefined;
  /** Number of turns in which the user said nothing. */
  num_silences?: number | undefined;
  /** Number of turns that are out of domain. */
  num_ood?: number | undefined;
  /** The metrics that the project shows, by name. The value is a text, or a list of texts if the metric was written more than once. */
  metrics?: Record<string, string | string[]> | undefined;
  /** Variables of the conversation: built-in ones, and its own attributes. */
  state?: Record<string, unknown> | undefined;
  /** The turns in order; empty if the project shows no transcripts. */
  turns?: Turn[] | undefined;
}

/** Filters of `listConversations`. */
export interface ConversationQuery {
  /** Only conversations that began at this time or later, ISO 8601; without a zone it is UTC. */
  start_time?: string | undefined;
  /** Only conversations that began before this time, ISO 8601; without a zone it is UTC. */
  end_time?: string | undefined;
  /** Environment of the conversations. Default: `live`. */
  client_env?: 'sandbox' | 'pre-release' | 'live' | undefined;
  /** Only conversations of this variant. */
  variant_id?: string | undefined;
  /** Only conversations of the variant with this name. Not together with `variant_id`. */
  variant_name?: string | undefined;
  /** True: only those in progress; false: only finished ones. Default: all. */
  in_progress?: boolean | undefined;
  /** Largest number of records on the page: 1 to 5,000, in the dialect `poly` 1 to 1,000. The default is 5, in `poly` 1,000, so always set a limit. */
  limit?: number | undefined;
  /** Number of records to skip. Default: 0. */
  offset?: number | undefined;
  /** `transcript` finds conversations that have all words of `query`, in this order, within one turn. `semantic` finds similar conversations. Needs `query`, `start_time` and `end_time`. */
  query_type?: 'transcript' | 'semantic' | undefined;
  /** `random` returns at most `limit` records, chosen anew for each call. Needs `start_time` and `end_time`; cannot be combined with `query_type`. */
  sample?: 'random' | undefined;
  /** Search text; needs `query_type`. */
  query?: string | undefined;
  /** Side whose words a transcript search covers: `user` or `agent`. Default: both. */
  turn_type?: 'user' | 'agent' | undefined;
  /** One or more labels, in any letter case. Default: all channels. */
  channel?: string | string[] | undefined;
  /** The `cursor` of the previous page. Do not change the other filters. `offset` is ignored. */
  cursor?: string | undefined;
  /** True: turns have `latency`. Default: false. */
  include_latency?: boolean | undefined;
}

/** Answer to `listConversations`. */
export interface ConversationPage {
  /** The records, ascending by start, then id. */
  conversations: Conversation[];
  /** Offset of the next page; absent on the last page. */
  next_offset?: number | undefined;
  /** Cursor of the next page; null on the last page. */
  cursor: string | null;
}

/** Filters of `listConversationsV2`. */
export interface ConversationQueryV2 {
  /** Only conversations that began at this time or later, ISO 8601; without a zone it is UTC. */
  start_time?: string | undefined;
  /** Only conversations that began before this time, ISO 8601; without a zone it is UTC. */
  end_time?: string | undefined;
  /** Environment of the conversations. Default: `live`. */
  client_env?: 'sandbox' | 'pre-release' | 'live' | undefined;
  /** Only conversations of this variant. */
  variant_id?: string | undefined;
  /** Only conversations of the variant with this name. Not together with `variant_id`. */
  variant_name?: string | undefined;
  /** True: only those in progress; false: only finished ones. Default: all. */
  in_progress?: boolean | undefined;
  /** Largest number of records on the page: 1 to 5,000, in the dialect `poly` 1 to 1,000. The default is 5, in `poly` 1,000, so always set a limit. */
  limit?: number | undefined;
  /** Number of records to skip. Default: 0. */
  offset?: number | undefined;
  /** One or more labels, in any letter case. Default: all channels. */
  channel?: string | string[] | undefined;
  /** The `cursor` of the previous page. Only for projects with chunked streaming. */
  cursor?: string | undefined;
  /** True: turns have `latency`. Default: false. */
  include_latency?: boolean | undefined;
}

/** Answer to `listConversationsV2`. */
export interface ConversationPageV2 {
  /** The records, ascending by start, then id. */
  conversations: Conversation[];
  /** Offset of the next page; absent on the last page. */
  next_offset?: number | undefined;
  /** Cursor of the next page, only with chunked streaming; null on the last page. */
  cursor?: string | null | undefined;
}

/** Filters of `listConversationsV1`. */
export interface ConversationQueryV1 {
  /** Only conversations that began at this time or later, ISO 8601; without a zone it is UTC. */
  start_time?: string | undefined;
  /** Only conversations that began before this time, ISO 8601; without a zone it is UTC. */
  end_time?: string | undefined;
  /** Environment of the conversations. Default: `live`. */
  client_env?: 'sandbox' | 'pre-release' | 'live' | undefined;
  /** Only conversations of this variant. */
  variant_id?: string | undefined;
  /** Only conversations of the variant with this name. Not together with `variant_id`. */
  variant_name?: string | undefined;
  /** True: only those in progress; false: only finished ones. Default: all. */
  in_progress?: boolean | undefined;
  /** Number of records to skip. Default: 0. */
  offset?: number | undefined;
  /** Largest number of records on the page, 1 to 5,000. Default: 5. */
  limit?: number | undefined;
}

/** Answer to `listConversationsV1`. */
export interface ConversationPageV1 {
  /** The records, ascending by start, then id. */
  conversations: Conversation[];
  /** Descriptions of the fields. */
  descriptions: {
    /** Descriptions of the fields of a record, by name. */
    conversations: Record<string, string>;
  };
  /** Offset of the next page; absent on the last page. */
  next_offset?: number | undefined;
}

/** Filters of `getConcurrency`. */
export interface ConcurrencyQuery {
  /** Beginning of the range, ISO 8601; without a zone it is UTC. Rounded down to five minutes. */
  start_time: string;
  /** End of the range, ISO 8601; at most one week after `start_time`. Rounded up to five minutes. */
  end_time: string;
  /** Environment of the conversations. Default: `live`. */
  client_env?: 'sandbox' | 'pre-release' | 'live' | undefined;
  /** Only conversations of this variant. */
  variant_id?: string | undefined;
  /** Only conversations of the variant with this name. Not together with `variant_id`. */
  variant_name?: string | undefined;
  /** Only conversations in this language. */
  language?: string | undefined;
  /** Only calls to this number. */
  phone_number?: string | undefined;
  /** `variant`: one series for each variant. `language` and `phone_number` are not supported: 501. Default: one series. */
  slice_by?: 'language' | 'phone_number' | 'variant' | undefined;
}

/** Answer to `getConcurrency`. */
export interface Concurrency {
  /** Account, with its prefix. */
  account_id: string;
  /** Project, with its prefix. */
  project_id: string;
  /** One entry for each window of five minutes, ascending by time; with `slice_by=variant` one for each window and variant. */
  intervals: {
    /** Beginning of the window, ISO 8601 in UTC. */
    time: string;
    /** Highest number of simultaneous conversations within the window. */
    max_concurrent_conversations: number;
    /** Variant of the series; only with `slice_by=variant`. */
    variant_id?: string | undefined;
    /** Name of the variant; only with `slice_by=variant`. */
    variant_name?: string | undefined;
    /** The language of the query; absent if none was given. */
    language?: string | undefined;
    /** The phone number of the query; absent if none was given. */
    phone_number?: string | undefined;
  }[];
}

/** Answer to `getHandoffState`. */
export interface HandoffState {
  /** Id of the conversation. */
  id: string;
  /** The data that was stored at the hand-off. */
  data: Record<string, unknown>;
  /** The integrator's own id; absent if none was set. */
  shared_id?: string | undefined;
}

/** Body of `startCall`. */
export interface OutboundCall {
  /** Number to call: E.164, such as `+442079460123`, or a national number together with `country_code`. */
  to_number: string;
  /** Country of a national number, ISO 3166-1 alpha-2, such as `GB`. */
  country_code?: string | undefined;
  /** Text values for the agent. Their JSON in base64 must be smaller than 26 KB. Default: none. */
  metadata?: Record<string, string> | undefined;
  /** Encryption of the call's signalling and media. Default: `TLS/SRTP`. */
  encryption?: 'TLS/SRTP' | 'TLS/RTP' | 'UDP/SRTP' | 'UDP/RTP' | undefined;
}

/** Answer to `startCall`. */
export interface OutboundCallStarted {
  /** Id of the call, `OUT-…`. */
  call_sid: string;
}

/** Answer to `getCallStatus`. */
export interface CallStatus {
  /** `queued`, `calling`, `success` or `failure`; the last two never change. */
  status: 'success' | 'queued' | 'calling' | 'failure';
  /** Reason of a failure; otherwise empty. */
  reason: string;
}

/** Filters of `postExternalEvent`. */
export interface EventLocation {
  /** Place of the event's id: a header, a query parameter or the payload. */
  event_id_location: 'headers' | 'querystring' | 'payload';
  /** Name of a header, parameter or form field, or a dotted path into JSON or XML. */
  event_id_path: string;
  /** Account of the conversation, with or without prefix. */
  account_id: string;
  /** Project of the conversation, with or without prefix. */
  project_id: string;
}

/** Body of `postBridgeEnded`. */
export interface BridgeEnded {
  /** Conversation whose call was bridged. */
  conversation_id: string;
  /** Length of the bridge in seconds, from 0. */
  bridge_duration_seconds: number;
  /** Length of the whole call in seconds, from 0. */
  call_duration_seconds: number;
}

/** Answer to `postBridgeEnded`. */
export interface BridgeEndedAnswer {
  /** True: the notice was accepted. */
  success?: boolean | undefined;
}

/** Answer to `reserveNumber`. */
export interface ReservedNumber {
  /** The number in E.164: reserved for ten minutes, or until the first call to it. */
  dni: string;
}
