/**
 * The English catalogue: every text that a visitor reads or hears. Texts for codes, events and states of the chat have their names as keys. Notes for
 * translators are in catalogue.ts.
 */

import type { Text } from './text.ts';

const OURS = 'Something went wrong at our end. You can keep chatting.';
const MISCONFIGURED = "This chat isn't available here right now. Please try again later.";
const UNREACHABLE = "We couldn't reach the chat service.";
const REFUSED = "We couldn't start a chat.";
const LOST = 'The assistant lost track of this chat.';
const NO_PERSON = "Sorry, we couldn't connect you to our team. You can keep chatting here.";
const QUIET = 'This chat ended after a while without messages.';

export const ENGLISH = {
  title: 'Chat',
  open: 'Open chat',
  close: 'Close chat',
  closeHere: 'Close',
  menu: 'More options',
  log: 'Conversation',
  loading: 'Loading the chat',
  message: 'Message',
  placeholder: 'Write a message',
  send: 'Send',
  sending: 'Sending…',
  queued: "Will be sent when you're connected.",
  tryAgain: 'Try again',
  'intro-none': 'Ask a question to get started.',
  'is-connecting': 'Connecting…',
  'is-failed': 'Not connected',
  consentTitle: 'Before you start',
  consentText: 'We use a chat service to process what you write. Nothing is sent or stored until you agree.',
  agree: 'Agree and start',
  notNow: 'Not now',
  privacy: 'Privacy policy',
  terms: 'Terms of use',
  load_failed: "The chat didn't load.",

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
  live: 'Team member',
  said: '{name}: {text}',
  typing: '{name} is typing',
  interrupted: 'This reply was cut off.',
  roomLeft: {
    one: '{count} character left',
    other: '{count} characters left',
  },
  suggestions: 'Suggested replies',
  queuedOffline: "Will be sent when you're back online.",
  failed: 'Message not sent.',
  retry: 'Retry',
  discard: 'Discard',
  useHere: 'Continue here',
  startNew: 'Start a new conversation',
  idle: {
    one: 'Are you still there? This chat will end in {count} minute.',
    other: 'Are you still there? This chat will end in {count} minutes.',
  },
  imageFailed: "The image didn't load.",
  image: 'Image',
  enlarge: 'Enlarge image: {name}',
  closeImage: 'Close image',
  copyMessage: 'Copy message',
  messageCopied: 'Copied',
  messageNotCopied: "Couldn't copy. You can select the text instead.",
  newTab: '{name} (opens in a new tab)',
  'intro-agent': "You're chatting with {name}, our AI assistant.",
  'intro-live': "You're chatting with {name}.",
  'is-reconnecting': 'Reconnecting…',
  'is-offline': 'Offline',
  'is-none': 'Online',
  'is-queue': 'Waiting in line',
  'is-agent': 'AI assistant',
  'is-live': 'Support team',
  named: '{name}\u00a0· {state}',

  dismiss: 'Dismiss',
  titleWords: {
    one: 'New message',
    other: 'New messages',
  },
  download: 'Download transcript',
  sound: 'Message sounds',
  languages: 'Language',
  channels: 'Other ways to reach us',
  contactPage: 'Contact page',
  rate: 'How did we do?',
  stars: {
    one: '{count} star',
    other: '{count} stars',
  },
  rateText: 'Anything to add? (optional)',
  rateSend: 'Send rating',
  rateSkip: 'Skip',
  rateThanks: 'Thanks for your feedback.',

  proving: 'Checking your browser…',

  // Connection codes.
  offline: "You're offline. Messages will be sent when you're back.",
  broker_unreachable: UNREACHABLE,
  platform_unreachable: UNREACHABLE,
  broker_misconfigured: MISCONFIGURED,
  origin_not_allowed: MISCONFIGURED,
  challenge_required: MISCONFIGURED,
  token_refused: MISCONFIGURED,
  platform_unsafe: MISCONFIGURED,
  rate_limited: "We're busy right now. Please try again in a moment.",
  service_unavailable: 'The chat service is having trouble. Please try again in a moment.',
  session_refused: REFUSED,
  session_rejected: REFUSED,
  socket_refused: "We couldn't connect. Your network may be blocking the chat.",
  sockets_blocked: 'Your network or browser is blocking the chat. Try another network.',
  connection_lost: 'The connection was lost.',
  replaced: 'This chat is open in another window.',
  backOnline: "You're back online.",

  // Errors that the platform reports.
  invalid_event: OURS,
  event_not_allowed: OURS,
  high_load: "We're busy right now. Please try again in a moment.",
  start_failed: "The assistant couldn't join the chat.",
  no_response: "The assistant couldn't answer that.",
  agent_error: 'Something went wrong with that reply.',
  session_not_found: 'This chat is no longer available.',
  session_unavailable: "We can't reach your chat right now. Please try again in a moment.",
  connector_not_found: MISCONFIGURED,
  conversation_not_found: LOST,
  conversation_missing: LOST,
  handoff_connect_failed: NO_PERSON,
  live_forward_failed: "Your last message didn't reach our team.",
  handoff_not_initiated: NO_PERSON,

  // Marks, and stages of the way to a person.
  'agent-joined': '{name} joined',
  'agent-left': '{name} left',
  'live-joined': "{name} joined the chat. You're now talking to our team.",
  'live-left': '{name} left',
  language: 'This chat is now in {name}.',
  divider: 'New conversation',
  'handoff-asked': 'Connecting you to our team',
  'handoff-accepted': 'Someone will be with you soon',
  'handoff-failed': NO_PERSON,
  'handoff-timeout': 'Sorry, no one is available right now. You can keep chatting here.',
  'handoff-client': 'Our team will take over from here.',
  wantPerson: "I'd like to talk to a person.",
  handoffRoute: 'Continue',
  queueName: 'Queue: {name}',
  queuePlace: "You're number {position} in line{wait}.",
  queueNext: "You're next{wait}.",
  queue: "You're in line{wait}.",
  wait: '. Wait time: {time}',
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
