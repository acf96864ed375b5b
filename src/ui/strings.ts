/** Every word that a visitor reads or hears, in English, and the one way to get at it. Tone: plain, short, says what happens next. */

/** A text with `{names}` to fill in, or one text per plural form of `count`. */
type Words = string | { readonly one: string; readonly other: string };

const ENGLISH = {
  title: 'Chat',
  close: 'Close chat',
  menu: 'More options',
  end: 'End conversation',
  endQuestion: 'End this conversation?',
  endKeep: 'Keep chatting',
  log: 'Conversation',
  you: 'You',
  assistant: 'Assistant',
  person: 'A person',
  said: '{name}: {text}',
  jump: 'Jump to latest',
  typing: '{name} is typing',
  loading: 'Loading the conversation',
  interrupted: 'This reply was cut off.',
  introEmpty: 'Ask a question to get started.',
  introAgent: "You're chatting with a software assistant.",
  introNamedAgent: "You're chatting with {name}, a software assistant.",
  introLive: "You're chatting with {name}.",

  stateConnecting: 'Connecting…',
  stateReconnecting: 'Reconnecting…',
  stateOffline: 'Offline',
  stateFailed: 'Not connected',
  stateEnded: 'This chat has ended',
  stateOnline: 'Online',
  stateQueue: 'In the queue',
  stateAgent: 'Software assistant',
  stateLive: 'A person is here',
  stateNamed: '{name} · {state}',

  message: 'Message',
  placeholder: 'Write a message',
  send: 'Send',
  counter: '{used} / {max}',
  tooLong: {
    one: 'This is too long to send. Please shorten it by {count} character.',
    other: 'This is too long to send. Please shorten it by {count} characters.',
  },
  suggestions: 'Suggested replies',
  sending: 'Sending…',
  queued: 'Will be sent when the chat is connected.',
  queuedOffline: "Will be sent when you're back online.",
  failed: "That didn't go through.",
  retry: 'Retry',
  discard: 'Discard',

  offline: "You're offline. Messages will be sent when you're back.",
  reconnecting: 'Reconnecting…',
  unreachable: "We couldn't reach the chat service.",
  misconfigured: "This chat isn't working on this site yet. Please reach us another way.",
  busy: 'Many people are chatting right now. Please try again in a moment.',
  unavailable: 'The chat service is having trouble. Please try again in a moment.',
  refused: "We couldn't start a conversation.",
  blocked: "We couldn't connect. Your network may be blocking the chat.",
  lost: 'The connection was lost.',
  replaced: 'This chat is open somewhere else.',
  tryAgain: 'Try again',
  useHere: 'Use it here',
  detail: 'Details: {code}',

  noticeOurs: 'Something went wrong on our side. You can keep chatting.',
  noticeBusy: "It's busy right now. Give it a moment, then try again.",
  noticeStart: "The assistant couldn't start.",
  noticeNoResponse: "The assistant couldn't answer that.",
  noticeAgentError: 'Something went wrong while answering.',
  noticeGone: 'This conversation is no longer available.',
  noticeUnavailable: 'Your conversation is out of reach for a moment.',
  noticeNoChannel: "This chat isn't available right now. Please call or write to us instead.",
  noticeLostPlace: 'The assistant lost its place in this conversation.',
  noticeNoPerson: "We couldn't connect you to a person. Please call or write to us instead.",
  noticeNotForwarded: "Your last message didn't reach the person you're talking to.",
  startNew: 'Start a new conversation',

  markJoined: '{name} joined',
  markLeft: '{name} left',
  markAsked: 'Asking for a person',
  markLiveJoined: "{name} joined. You're talking to a person now.",
  markLanguage: 'The conversation continues in {name}.',
  markDivider: 'New conversation',
  handoffAsked: 'Finding a person for you',
  handoffAccepted: 'A person will be with you soon',
  handoffQueue: 'Waiting for a person',
  handoffFailed: "We couldn't connect you to a person. You can keep chatting here, or call or write to us instead.",
  handoffTimeout: 'Nobody was free in time. You can keep chatting here, or call or write to us instead.',
  handoffClient: 'Someone on our team takes over from here.',
  queueIn: 'In line for {name}',
  queuePlace: "You're number {position} in line.",
  queueNext: "You're next.",
  queuePlaceWait: "You're number {position} in line, {wait}.",
  queueNextWait: "You're next, {wait}.",
  queueWait: "You're in line, {wait}.",
  queue: "You're in line.",
  waitShort: 'less than a minute',
  waitMinutes: { one: 'about {count} minute', other: 'about {count} minutes' },
  waitHours: { one: 'about {count} hour', other: 'about {count} hours' },

  endedYou: 'You ended this chat.',
  endedQuiet: 'This chat ended because it was quiet for a while.',
  ended: 'This chat has ended.',

  imageFailed: "The image didn't load.",
  image: 'Image',
  newTab: 'opens in a new tab',
} as const satisfies Record<string, Words>;

export type Key = keyof typeof ENGLISH;

const plurals = new Intl.PluralRules('en');

/** The words for `key` with its `{names}` filled in; `count` also chooses the plural form. */
export function t(key: Key, params: Readonly<Record<string, string | number>> = {}): string {
  const words: Words = ENGLISH[key];
  const text =
    typeof words === 'string' ? words : words[plurals.select(Number(params['count'])) === 'one' ? 'one' : 'other'];
  return text.replace(/\{(\w+)\}/g, (_, name: string) => `${params[name] ?? ''}`);
}
