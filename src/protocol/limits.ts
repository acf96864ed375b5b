/**
 * The numbers of the Messaging interface. SESSION_START overrides some of them for its session. Settings are in widget/settings/options.ts, timeouts
 * of the machine in session/state/timeouts.ts.
 */

/** Largest frame a client may send, in UTF-8 bytes, unless SESSION_START has another limit (docs/PROTOCOL.md, Limits). */
export const MAX_MESSAGE_BYTES = 131_072;
/** Reconnect attempts, unless SESSION_START has another limit. */
export const MAX_RECONNECT_ATTEMPTS = 10;
/** Seconds between heartbeats, unless SESSION_START has another interval. */
export const HEARTBEAT_INTERVAL_SECONDS = 30;
/** Time without any client event after which the platform expires a session, in milliseconds. */
export const SESSION_IDLE_MS = 10 * 60_000;
/** Longest accepted interval of heartbeats. With a longer one, a single lost heartbeat would let the session expire. */
export const MAX_HEARTBEAT_SECONDS = SESSION_IDLE_MS / 2_000;
/** Longest accepted Retry-After in seconds. Limited, because timers of more than 24 days fire at once. */
export const MAX_RETRY_AFTER_SECONDS = 86_400;
/** Sockets that one session may have at once; one more is refused with 429. */
export const MAX_SOCKETS_PER_SESSION = 10;
/**
 * Longest frame in UTF-16 units. A longer one is dropped without being parsed, because parsing it would block the page. No honest platform sends
 * such a frame.
 */
export const MAX_FRAME_CHARS = 8 * 1024 * 1024;
/** Longest list inside an event (attachments, suggestions, call actions); further entries are dropped. */
export const MAX_LIST_ITEMS = 50;
