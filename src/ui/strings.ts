/**
 * Every word that a visitor reads or hears, in English, and the one way to get at it. Tone: plain, short, says what happens next.
 * Where the words belong to a code, a mark or a state of the chat, that is their key: a new code without words does not compile.
 */

const OURS = 'Something went wrong on our side. You can keep chatting.';
const MISCONFIGURED = "This chat isn't available here right now. Please call or write to us instead.";
const UNREACHABLE = "We couldn't reach the chat service.";
const REFUSED = "We couldn't start a conversation.";
const LOST = 'The assistant lost its place in this conversation.';
const NO_PERSON = "We couldn't connect you to a person. You can keep chatting here, or call or write to us instead.";
const QUIET = 'This chat ended because it was quiet for a while.';

/** Texts with `{names}` to fill in; where they count something, one for 1 and one for any other number. */
const ENGLISH = {
  title: 'Chat',
  close: 'Close chat',
  menu: 'More options',
  end: 'End conversation',
  endQuestion: 'End this conversation?',
  endKeep: 'Keep chatting',
  log: 'Conversation',
  user: 'You',
  agent: 'Assistant',
  live: 'A person',
  said: '{name}: {text}',
  jump: 'Jump to latest',
  typing: '{name} is typing',
  loading: 'Loading the conversation',
  interrupted: 'This reply was cut off.',
  message: 'Message',
  placeholder: 'Write a message',
  send: 'Send',
  counter: '{used} / {max}',
  tooLong:
    'This is too long to send. Please shorten it by {count} character.|This is too long to send. Please shorten it by {count} characters.',
  suggestions: 'Suggested replies',
  sending: 'Sending…',
  queued: "Will be sent when you're connected.",
  queuedOffline: "Will be sent when you're back online.",
  failed: "That didn't go through.",
  retry: 'Retry',
  discard: 'Discard',
  tryAgain: 'Try again',
  useHere: 'Use it here',
  startNew: 'Start a new conversation',
  idle: 'Still there? This chat ends in {count} minute.|Still there? This chat ends in {count} minutes.',
  detail: 'Details: {code}',
  imageFailed: "The image didn't load.",
  image: 'Image',
  newTab: '{name} (opens in a new tab)',

  // The head of the transcript, by who answers.
  'intro-none': 'Ask a question to get started.',
  'intro-agent': "You're chatting with {name}, a software assistant.",
  'intro-live': "You're chatting with {name}.",

  // The header's second line, by connection or by who answers.
  'is-connecting': 'Connecting…',
  'is-reconnecting': 'Reconnecting…',
  'is-offline': 'Offline',
  'is-failed': 'Not connected',
  'is-ended': 'This chat has ended',
  'is-none': 'Online',
  'is-queue': 'In the queue',
  'is-agent': 'Software assistant',
  'is-live': 'A person is here',
  named: '{name} · {state}',

  // Connection codes.
  offline: "You're offline. Messages will be sent when you're back.",
  broker_unreachable: UNREACHABLE,
  platform_unreachable: UNREACHABLE,
  broker_misconfigured: MISCONFIGURED,
  origin_not_allowed: MISCONFIGURED,
  token_refused: MISCONFIGURED,
  platform_unsafe: MISCONFIGURED,
  rate_limited: 'Many people are chatting right now. Please try again in a moment.',
  service_unavailable: 'The chat service is having trouble. Please try again in a moment.',
  session_refused: REFUSED,
  session_rejected: REFUSED,
  socket_refused: "We couldn't connect. Your network may be blocking the chat.",
  sockets_blocked: 'Your network or browser blocks the chat. Another network may help.',
  connection_lost: 'The connection was lost.',
  replaced: 'This chat is open somewhere else.',

  // Errors that the platform reports.
  invalid_event: OURS,
  event_not_allowed: OURS,
  high_load: "It's busy right now. Please try again in a moment.",
  start_failed: "The assistant couldn't start.",
  no_response: "The assistant couldn't answer that.",
  agent_error: 'Something went wrong while answering.',
  session_not_found: 'This conversation is no longer available.',
  session_unavailable: 'Your conversation is out of reach for a moment.',
  connector_not_found: MISCONFIGURED,
  conversation_not_found: LOST,
  conversation_missing: LOST,
  handoff_connect_failed: NO_PERSON,
  live_forward_failed: "Your last message didn't reach the person you're talking to.",
  handoff_not_initiated: NO_PERSON,

  // Marks, and stages of the way to a person.
  'agent-joined': '{name} joined',
  'agent-left': '{name} left',
  'live-joined': "{name} joined. You're talking to a person now.",
  'live-left': '{name} left',
  language: 'The conversation continues in {name}.',
  divider: 'New conversation',
  'handoff-asked': 'Finding a person for you',
  'handoff-accepted': 'A person will be with you soon',
  'handoff-queue': 'Waiting for a person',
  'handoff-failed': NO_PERSON,
  'handoff-timeout': 'Nobody was free in time. You can keep chatting here, or call or write to us instead.',
  'handoff-client': 'Someone on our team takes over from here.',
  queueName: 'In line for {name}',
  queuePlace: "You're number {position} in line{wait}.",
  queueNext: "You're next{wait}.",
  queue: "You're in line{wait}.",
  wait: ', {time}',
  waitShort: 'less than a minute',
  waitMinutes: 'about {count} minute|about {count} minutes',
  waitHours: 'about {count} hour|about {count} hours',

  // Reasons of an end.
  ended: 'This chat has ended.',
  'user-end': 'You ended this chat.',
  'user-abandoned': QUIET,
  expired: QUIET,
} as const satisfies Record<string, string>;

export type Key = keyof typeof ENGLISH;

/** Without the marks that turn the direction of what follows: a name must not be able to rewrite the words around it. */
export const unspoofed = (text: string): string => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');

/** The words for `key` with its `{names}` filled in; `count` also chooses the plural form. */
export function t(key: Key, params: Readonly<Record<string, string | number>> = {}): string {
  const [one = '', other = one] = ENGLISH[key].split('|');
  return (params.count === 1 ? one : other).replace(/\{(\w+)\}/g, (_, name: string) =>
    unspoofed(`${params[name] ?? ''}`),
  );
}
