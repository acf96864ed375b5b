/**
 * English, second part: the words that nobody meets before the engine has come, such as what the platform, its people and its troubles are
 * called. Where words belong to a code, a mark or a state of the chat, that is their key. The first part is first-words.ts.
 */

import type { Text } from './text.ts';

const OURS = 'Something went wrong on our side. You can keep chatting.';
const MISCONFIGURED = "This chat isn't available here right now. Please try again later.";
const UNREACHABLE = "We couldn't reach the chat service.";
const REFUSED = "We couldn't start a conversation.";
const LOST = 'The assistant lost its place in this conversation.';
const NO_PERSON = "We couldn't connect you to a person. You can keep chatting here.";
const QUIET = 'This chat ended because it was quiet for a while.';

export const LATE_WORDS = {
  user: 'You',
  counter: '{used} / {max}',
  tooLong: {
    one: 'This is too long to send. Please shorten it by {count} character.',
    other: 'This is too long to send. Please shorten it by {count} characters.',
  },
  end: 'End conversation',
  endQuestion: 'End this conversation?',
  endKeep: 'Keep chatting',
  earlier: 'Show earlier messages',
  jump: 'Jump to latest',
  jumpNew: {
    one: '{count} new message',
    other: '{count} new messages',
  },
  newFromHere: 'New',
  agent: 'Assistant',
  live: 'A person',
  said: '{name}: {text}',
  typing: '{name} is typing',
  interrupted: 'This reply was cut off.',
  roomLeft: {
    one: '{count} character left',
    other: '{count} characters left',
  },
  suggestions: 'Suggested replies',
  queuedOffline: "Will be sent when you're back online.",
  failed: "That didn't go through.",
  retry: 'Retry',
  discard: 'Discard',
  useHere: 'Use it here',
  startNew: 'Start a new conversation',
  idle: {
    one: 'Still there? This chat ends in {count} minute.',
    other: 'Still there? This chat ends in {count} minutes.',
  },
  imageFailed: "The image didn't load.",
  image: 'Image',
  enlarge: '{name}, show larger',
  closeImage: 'Close image',
  copyMessage: 'Copy message',
  messageCopied: 'Copied',
  messageNotCopied: "Couldn't copy. You can select the text instead.",
  newTab: '{name} (opens in a new tab)',
  'intro-agent': "You're chatting with {name}, a software assistant.",
  'intro-live': "You're chatting with {name}.",
  'is-reconnecting': 'Reconnecting…',
  'is-offline': 'Offline',
  'is-ended': 'This chat has ended',
  'is-none': 'Online',
  'is-queue': 'In the queue',
  'is-agent': 'Software assistant',
  'is-live': 'A person is here',
  named: '{name}\u00a0· {state}',

  dismiss: 'Dismiss',
  titleWords: {
    one: 'New message',
    other: 'New messages',
  },
  download: 'Download transcript',
  sound: 'Sound',
  languages: 'Language',
  channels: 'Other ways to reach us',
  contactPage: 'Contact page',
  rate: 'How was this chat?',
  stars: {
    one: '{count} star',
    other: '{count} stars',
  },
  rateText: 'Anything to add? (optional)',
  rateSend: 'Send rating',
  rateSkip: 'Skip',
  rateThanks: 'Thank you for your rating.',

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
  backOnline: "You're back online.",

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
  'handoff-timeout': 'Nobody was free in time. You can keep chatting here.',
  'handoff-client': 'Someone on our team takes over from here.',
  wantPerson: "I'd like to talk to a person.",
  handoffRoute: 'Continue there',
  queueName: 'In line for {name}',
  queuePlace: "You're number {position} in line{wait}.",
  queueNext: "You're next{wait}.",
  queue: "You're in line{wait}.",
  wait: ', {time}',
  waitShort: 'less than a minute',
  waitMinutes: {
    one: 'about {count} minute',
    other: 'about {count} minutes',
  },
  waitHours: {
    one: 'about {count} hour',
    other: 'about {count} hours',
  },

  // Code, tables and messages.
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: "Couldn't copy",
  code: 'Code',
  table: 'Table',

  // Reasons of an end.
  ended: 'This chat has ended.',
  'user-end': 'You ended this chat.',
  'user-abandoned': QUIET,
  expired: QUIET,
} as const satisfies Record<string, Text>;
