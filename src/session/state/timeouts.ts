/** How long the machine waits, in milliseconds, and how often it tries. One owner for every such number; no other file has one. */

/** No echo after this long means: look into the platform's history (docs/spec/delivery.md, D4). */
export const RECEIPT_MIN_MS = 5_000;
export const RECEIPT_MAX_MS = 15_000;
/** The receipt timeout is this many times the slowest echo of the session, between the two bounds above. */
export const RECEIPT_SLOWEST_FACTOR = 3;
/** After a replay's end, listen at least this long before anything is sent a second time. */
export const LISTEN_MIN_MS = 2_000;
export const LISTEN_SLOWEST_FACTOR = 2;
/** A connection that was heard so lately carries a message; one that has been quiet is tried with a heartbeat first (D17, D20). */
export const FRESH_MS = 3_000;
/** The pause before a system sends again for the first time what nobody has acknowledged; each next one is twice as long (D18). */
export const AGAIN_MS = 1_000;
/** Systems give up the unsent bytes of a closed connection after so long, in milliseconds. */
export const ORPHAN_MS = 105_000;
/** A message is given up after this many sends … */
export const MAX_SENDS = 5;
/** … or after this much connected time. */
export const MAX_CONNECTED_MS = 120_000;

/** A heartbeat unanswered for this long means that the socket is dead. */
export const PONG_MS = 10_000;
/** A socket that stayed open this long counts as working: failures are forgotten. */
export const STABLE_MS = 10_000;
export const BACKOFF_FIRST_MS = 1_000;
export const BACKOFF_MAX_MS = 30_000;
/** The pause between attempts while the browser says that there is no network, which some do although there is one (R4). */
export const OFFLINE_MS = 4 * 60_000;

/** A tab that has heard its own heartbeat so lately knows whether it still has the right to ask an agent to join. */
export const RIGHT_MS = 3_000;
/** … and looks so often whether it may ask again. */
export const RIGHT_AGAIN_MS = 1_000;
/** The join request is repeated at most this often, on the errors that ask for it. */
export const MAX_REJOINS = 3;
export const REJOIN_MS = 2_000;
/** An agent that has been asked and says nothing for this long holds up no message any more. */
export const JOIN_SILENCE_MS = 30_000;
/** After this many refused handshakes in a row, find out whether the session still exists. */
export const REFUSALS_BEFORE_TRIAL = 2;
/** New sessions made without the visitor's asking, because the platform refused the old one. */
export const MAX_AUTO_SESSIONS = 3;
/** New tokens fetched in a row because the platform refused the one before. */
export const MAX_NEW_TOKENS = 2;
/** Tickets are good for ten minutes: one that is renewed this often still serves a visitor who comes back after six. */
export const TICKET_MS = 4 * 60_000;
/** One that was not renewed for so long is as good as gone. */
export const TICKET_LIFE_MS = 9 * 60_000;
/** A socket that opens for the broker and, this many times in a row, not for this browser: something here blocks sockets. */
export const MAX_BLOCKED = 3;
/** After this much quiet the visitor is asked whether to go on. */
export const IDLE_ASK_MS = 8 * 60_000;
/** Asked to end the conversation and no answer: end it here. */
export const END_ANSWER_MS = 5_000;

/** A typing sign of the agent holds until the next message, or this long. */
export const THINKING_MS = 10_000;
/** The visitor is said to have stopped typing after this long without a keystroke. */
export const TYPING_STOP_MS = 4_000;
/** A sequence that is missing live is waited for this long; then it is looked up in the history, once. */
export const HOLE_MS = 2_000;
/** A piece of a streamed reply that arrived early is held back this long for the one before it. */
export const GAP_HOLD_MS = 2_000;
/** A streamed reply that stays silent this long is marked interrupted. */
export const STREAM_SILENCE_MS = 30_000;
