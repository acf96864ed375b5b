/** All waiting times of the machine, in milliseconds, and all limits on repetitions. No other file has such numbers. */

/** Wait for an echo before the platform's history is read (docs/spec/delivery.md, D4). */
export const RECEIPT_MIN_MS = 5_000;
export const RECEIPT_MAX_MS = 15_000;
/** The wait for an echo is the time of the session's slowest echo multiplied by this factor, within the two bounds above. */
export const RECEIPT_SLOWEST_FACTOR = 3;
/** Longest wait for the answer to a message over Chat, and the time after which a message without one cannot arrive any more (docs/CHAT.md). */
export const CHAT_ANSWER_MS = 45_000;
/** Shortest wait after a replay before a message is sent again. */
export const LISTEN_MIN_MS = 2_000;
export const LISTEN_SLOWEST_FACTOR = 2;
/** A message is sent at once if the last event is at most this old. If the last event is older, a heartbeat is sent first (D17, D20). */
export const FRESH_MS = 3_000;
/** Pause before an operating system first retransmits unacknowledged bytes. Each further pause is twice as long (D18). */
export const AGAIN_MS = 1_000;
/** Time after which operating systems drop the unsent bytes of a closed connection. */
export const ORPHAN_MS = 105_000;
/** Number of sends after which a message fails. */
export const MAX_SENDS = 5;
/** Connected time after which a message without an echo fails. */
export const MAX_CONNECTED_MS = 120_000;

/** Wait for the echo of a heartbeat before the socket counts as dead. */
export const PONG_MS = 10_000;
/** Time after which an open socket counts as working, and earlier failures are forgotten. */
export const STABLE_MS = 10_000;
export const BACKOFF_FIRST_MS = 1_000;
export const BACKOFF_MAX_MS = 30_000;
/** Pause between attempts while the browser reports no network, which some browsers report wrongly (R4). */
export const OFFLINE_MS = 4 * 60_000;

/** A tab may use the right to ask an agent to join only if its last echoed heartbeat is at most this old. */
export const RIGHT_MS = 3_000;
/** Pause before a tab checks again whether it may ask. */
export const RIGHT_AGAIN_MS = 1_000;
/** Number of repetitions of a join request, after errors whose remedy is `rejoin`. */
export const MAX_REJOINS = 3;
export const REJOIN_MS = 2_000;
/** Wait for the page's verified context before an agent is asked to join without it. */
export const CONTEXT_MS = 5_000;
/** Longest wait for an agent that was asked to join. Messages are then sent even without it. */
export const JOIN_SILENCE_MS = 30_000;
/** Number of refused handshakes in a row after which the session is checked. */
export const REFUSALS_BEFORE_TRIAL = 2;
/** Largest number of new sessions in a row that are created automatically, because the platform refused the one before. */
export const MAX_AUTO_SESSIONS = 3;
/** Largest number of new tokens in a row that are fetched because the platform refused the one before. */
export const MAX_NEW_TOKENS = 2;
/** Time between renewals of the ticket. A ticket is valid for ten minutes, so a visitor who leaves can come back within at least six. */
export const TICKET_MS = 4 * 60_000;
/** Age at which a ticket counts as lost. */
export const TICKET_LIFE_MS = 9 * 60_000;
/** Sockets count as blocked here if this many probes in a row have a good result, but this browser's socket still does not open. */
export const MAX_BLOCKED = 3;
/** The same number if the conversation can go on over Chat. */
export const MAX_BLOCKED_WITH_CHAT = 2;
/** Quiet time after which the visitor is asked whether to continue. */
export const IDLE_ASK_MS = 8 * 60_000;
/** Wait for the platform's answer to the request to end. */
export const END_ANSWER_MS = 5_000;

/** Time after which a typing sign of the agent is cleared if no message follows. */
export const THINKING_MS = 10_000;
/** Time without a keystroke after which the visitor counts as not typing. */
export const TYPING_STOP_MS = 4_000;
/** Wait for a missing sequence before it is looked up in the history, once. */
export const HOLE_MS = 2_000;
/** Time for which a chunk that arrived early waits for the chunk before it. */
export const GAP_HOLD_MS = 2_000;
/** Time without a chunk after which a streamed reply is interrupted. */
export const STREAM_SILENCE_MS = 30_000;
