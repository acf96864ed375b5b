/** German, addressing with `Sie`. What a translator needs to know stands in catalogue.ts. */

import type { Catalogue } from '../catalogue.ts';

const OURS = 'Bei uns ist etwas schiefgegangen. Sie können weiterschreiben.';
const MISCONFIGURED = 'Dieser Chat ist hier gerade nicht verfügbar. Bitte rufen Sie uns an oder schreiben Sie uns.';
const UNREACHABLE = 'Der Chat ist gerade nicht erreichbar.';
const REFUSED = 'Die Unterhaltung konnte nicht begonnen werden.';
const LOST = 'Der Assistent hat in dieser Unterhaltung den Faden verloren.';
const NO_PERSON =
  'Leider konnten wir Sie mit niemandem verbinden. Sie können hier weiterschreiben, uns anrufen oder uns schreiben.';
const QUIET = 'Dieser Chat wurde beendet, weil eine Weile nichts geschrieben wurde.';

export const words: Catalogue = {
  title: 'Chat',
  open: 'Chat öffnen',
  close: 'Chat schließen',
  menu: 'Weitere Optionen',
  log: 'Unterhaltung',
  user: 'Sie',
  jump: 'Zum Neuesten',
  loading: 'Die Unterhaltung wird geladen',
  message: 'Nachricht',
  placeholder: 'Nachricht schreiben',
  send: 'Senden',
  counter: '{used} / {max}',
  tooLong: {
    one: 'Das ist zu lang. Bitte kürzen Sie den Text um {count} Zeichen.',
    other: 'Das ist zu lang. Bitte kürzen Sie den Text um {count} Zeichen.',
  },
  sending: 'Wird gesendet …',
  queued: 'Wird gesendet, sobald Sie verbunden sind.',
  tryAgain: 'Erneut versuchen',
  detail: 'Details: {code}',
  'intro-none': 'Stellen Sie einfach Ihre Frage.',
  'is-connecting': 'Verbindung wird aufgebaut …',
  'is-failed': 'Nicht verbunden',
  load_failed: 'Der Chat konnte nicht geladen werden.',

  end: 'Unterhaltung beenden',
  endQuestion: 'Diese Unterhaltung beenden?',
  endKeep: 'Weiterchatten',
  agent: 'Assistent',
  live: 'Ein Mensch',
  said: '{name}: {text}',
  typing: '{name} schreibt',
  interrupted: 'Diese Antwort wurde unterbrochen.',
  suggestions: 'Antwortvorschläge',
  queuedOffline: 'Wird gesendet, sobald Sie wieder online sind.',
  failed: 'Das konnte nicht gesendet werden.',
  retry: 'Erneut senden',
  discard: 'Verwerfen',
  useHere: 'Hier fortsetzen',
  startNew: 'Neue Unterhaltung beginnen',
  idle: {
    one: 'Sind Sie noch da? Dieser Chat endet in {count} Minute.',
    other: 'Sind Sie noch da? Dieser Chat endet in {count} Minuten.',
  },
  imageFailed: 'Das Bild wurde nicht geladen.',
  image: 'Bild',
  newTab: '{name} (wird in einem neuen Tab geöffnet)',
  'intro-agent': 'Sie chatten mit {name}. Hier antwortet eine Software.',
  'intro-live': 'Sie chatten mit {name}.',
  'is-reconnecting': 'Verbindung wird wiederhergestellt …',
  'is-offline': 'Offline',
  'is-ended': 'Dieser Chat ist beendet',
  'is-none': 'Online',
  'is-queue': 'In der Warteschlange',
  'is-agent': 'Software-Assistent',
  'is-live': 'Ein Mensch antwortet',
  named: '{name} · {state}',

  // Connection codes.
  offline: 'Sie sind offline. Nachrichten werden gesendet, sobald Sie wieder online sind.',
  broker_unreachable: UNREACHABLE,
  platform_unreachable: UNREACHABLE,
  broker_misconfigured: MISCONFIGURED,
  origin_not_allowed: MISCONFIGURED,
  token_refused: MISCONFIGURED,
  platform_unsafe: MISCONFIGURED,
  rate_limited: 'Gerade chatten viele Menschen. Bitte versuchen Sie es gleich noch einmal.',
  service_unavailable: 'Der Chat ist gerade gestört. Bitte versuchen Sie es gleich noch einmal.',
  session_refused: REFUSED,
  session_rejected: REFUSED,
  socket_refused: 'Es kommt keine Verbindung zustande. Vielleicht sperrt Ihr Netzwerk den Chat.',
  sockets_blocked: 'Ihr Netzwerk oder Ihr Browser sperrt den Chat. Ein anderes Netzwerk kann helfen.',
  connection_lost: 'Die Verbindung ist abgebrochen.',
  replaced: 'Dieser Chat ist an anderer Stelle geöffnet.',

  // Errors that the platform reports.
  invalid_event: OURS,
  event_not_allowed: OURS,
  high_load: 'Gerade ist viel los. Bitte versuchen Sie es gleich noch einmal.',
  start_failed: 'Der Assistent konnte nicht starten.',
  no_response: 'Darauf konnte der Assistent nicht antworten.',
  agent_error: 'Beim Antworten ist etwas schiefgegangen.',
  session_not_found: 'Diese Unterhaltung ist nicht mehr verfügbar.',
  session_unavailable: 'Ihre Unterhaltung ist für einen Moment nicht erreichbar.',
  connector_not_found: MISCONFIGURED,
  conversation_not_found: LOST,
  conversation_missing: LOST,
  handoff_connect_failed: NO_PERSON,
  live_forward_failed: 'Ihre letzte Nachricht ist bei Ihrem Gegenüber nicht angekommen.',
  handoff_not_initiated: NO_PERSON,

  // Marks, and stages of the way to a person.
  'agent-joined': '{name} ist jetzt dabei',
  'agent-left': '{name} ist nicht mehr dabei',
  'live-joined': '{name} ist jetzt da. Sie sprechen nun mit einem Menschen.',
  'live-left': '{name} hat den Chat verlassen',
  language: 'Weiter geht es auf {name}.',
  divider: 'Neue Unterhaltung',
  'handoff-asked': 'Wir suchen jemanden für Sie',
  'handoff-accepted': 'Gleich ist jemand für Sie da',
  'handoff-queue': 'In der Warteschlange',
  'handoff-failed': NO_PERSON,
  'handoff-timeout':
    'Leider wurde niemand rechtzeitig frei. Sie können hier weiterschreiben, uns anrufen oder uns schreiben.',
  'handoff-client': 'Ab hier übernimmt jemand aus unserem Team.',
  queueName: 'Warteschlange: {name}',
  queuePlace: 'Sie sind Nummer {position} in der Warteschlange{wait}.',
  queueNext: 'Sie sind als Nächstes an der Reihe{wait}.',
  queue: 'Sie sind in der Warteschlange{wait}.',
  wait: ', {time}',
  waitShort: 'weniger als eine Minute',
  waitMinutes: { one: 'etwa {count} Minute', other: 'etwa {count} Minuten' },
  waitHours: { one: 'etwa {count} Stunde', other: 'etwa {count} Stunden' },

  // Reasons of an end.
  ended: 'Dieser Chat ist beendet.',
  'user-end': 'Sie haben diesen Chat beendet.',
  'user-abandoned': QUIET,
  expired: QUIET,
};
