/**
 * French, addressing with `vous`. The spaces before `?`, `:` and `;` are narrow and do not break (U+202F).
 * What a translator needs to know stands in catalogue.ts.
 */

import type { Catalogue } from '../i18n/catalogue.ts';

const OURS = 'Un problème est survenu de notre côté. Vous pouvez continuer le chat.';
const MISCONFIGURED = 'Ce chat n’est pas disponible ici pour le moment. Veuillez réessayer plus tard.';
const UNREACHABLE = 'Le service de chat est injoignable.';
const REFUSED = 'Le chat n’a pas pu démarrer.';
const LOST = 'L’assistant a perdu le fil de ce chat.';
const NO_PERSON =
  'Malheureusement, nous n’avons pas pu vous mettre en relation avec notre équipe. Vous pouvez continuer le chat ici.';
const QUIET = 'Ce chat a pris fin après un moment sans message.';

export const words: Catalogue = {
  title: 'Chat',
  open: 'Ouvrir le chat',
  close: 'Fermer le chat',
  closeHere: 'Fermer',
  menu: 'Autres options',
  log: 'Messages',
  user: 'Vous',
  earlier: 'Afficher les messages précédents',
  jump: 'Aller au dernier message',
  loading: 'Chargement du chat',
  message: 'Message',
  placeholder: 'Écrivez un message',
  send: 'Envoyer',
  counter: '{used} / {max}',
  tooLong: {
    one: 'Ce message est trop long. Veuillez le raccourcir de {count} caractère.',
    many: 'Ce message est trop long. Veuillez le raccourcir de {count} de caractères.',
    other: 'Ce message est trop long. Veuillez le raccourcir de {count} caractères.',
  },
  roomLeft: {
    one: '{count} caractère restant',
    many: '{count} de caractères restants',
    other: '{count} caractères restants',
  },
  sending: 'Envoi en cours…',
  queued: 'Sera envoyé dès que la connexion sera établie.',
  tryAgain: 'Réessayer',
  'intro-none': 'Posez votre question pour commencer.',
  'is-connecting': 'Connexion en cours…',
  'is-failed': 'Non connecté',
  consentTitle: 'Avant de commencer',
  consentText:
    'Nous utilisons un service de chat pour traiter ce que vous écrivez. Rien n’est envoyé ni enregistré sans votre accord.',
  agree: 'Accepter et commencer',
  notNow: 'Pas maintenant',
  privacy: 'Politique de confidentialité',
  terms: 'Conditions d’utilisation',
  channels: 'Autres moyens de nous joindre',
  contactPage: 'Page de contact',
  load_failed: 'Le chat n’a pas pu être chargé.',

  end: 'Terminer le chat',
  endQuestion: 'Terminer ce chat ?',
  endKeep: 'Continuer le chat',
  jumpNew: {
    one: '{count} nouveau message',
    many: '{count} de nouveaux messages',
    other: '{count} nouveaux messages',
  },
  newFromHere: 'Nouveau',
  agent: 'Assistant',
  live: 'Membre de l’équipe',
  said: '{name} : {text}',
  typing: '{name} est en train d’écrire',
  interrupted: 'Cette réponse a été interrompue.',
  suggestions: 'Réponses suggérées',
  queuedOffline: 'Sera envoyé une fois la connexion rétablie.',
  failed: 'Message non envoyé.',
  retry: 'Renvoyer',
  discard: 'Supprimer',
  useHere: 'Continuer ici',
  startNew: 'Démarrer un nouveau chat',
  idle: {
    one: 'Êtes-vous toujours là ? Ce chat prendra fin dans {count} minute.',
    many: 'Êtes-vous toujours là ? Ce chat prendra fin dans {count} de minutes.',
    other: 'Êtes-vous toujours là ? Ce chat prendra fin dans {count} minutes.',
  },
  imageFailed: 'L’image n’a pas pu être chargée.',
  image: 'Image',
  enlarge: 'Agrandir l’image : {name}',
  closeImage: 'Fermer l’image',
  copyMessage: 'Copier le message',
  messageCopied: 'Copié',
  messageNotCopied: 'La copie a échoué. Vous pouvez sélectionner le texte.',
  newTab: '{name} (s’ouvre dans un nouvel onglet)',
  'intro-agent': 'Vous discutez avec {name}, notre assistant IA.',
  'intro-live': 'Vous discutez avec {name}.',
  'is-reconnecting': 'Reconnexion en cours…',
  'is-offline': 'Hors ligne',
  'is-none': 'En ligne',
  'is-queue': 'Dans la file d’attente',
  'is-agent': 'Assistant IA',
  'is-live': 'Équipe support',
  named: '{name}\u00a0· {state}',

  dismiss: 'Masquer',
  titleWords: {
    one: 'Nouveau message',
    many: 'Nouveaux messages',
    other: 'Nouveaux messages',
  },
  download: 'Enregistrer la transcription',
  sound: 'Son des messages',
  languages: 'Langue',
  rate: 'Que pensez-vous de notre service ?',
  stars: {
    one: '{count} étoile',
    many: '{count} d’étoiles',
    other: '{count} étoiles',
  },
  rateText: 'Un commentaire ? (facultatif)',
  rateSend: 'Envoyer l’évaluation',
  rateSkip: 'Passer',
  rateThanks: 'Merci pour votre avis.',

  proving: 'Vérification de votre navigateur. Cela prend un instant.',

  // Connection codes.
  offline: 'Vous êtes hors ligne. Les messages seront envoyés une fois la connexion rétablie.',
  broker_unreachable: UNREACHABLE,
  platform_unreachable: UNREACHABLE,
  broker_misconfigured: MISCONFIGURED,
  origin_not_allowed: MISCONFIGURED,
  challenge_required: MISCONFIGURED,
  token_refused: MISCONFIGURED,
  platform_unsafe: MISCONFIGURED,
  rate_limited: 'Nous recevons beaucoup de demandes en ce moment. Veuillez réessayer dans un instant.',
  service_unavailable: 'Le service de chat rencontre un problème. Veuillez réessayer dans un instant.',
  session_refused: REFUSED,
  session_rejected: REFUSED,
  socket_refused: 'La connexion n’a pas pu être établie. Votre réseau bloque peut-être le chat.',
  sockets_blocked: 'Votre réseau ou votre navigateur bloque le chat. Essayez avec un autre réseau.',
  connection_lost: 'La connexion a été perdue.',
  replaced: 'Ce chat est ouvert dans une autre fenêtre.',
  backOnline: 'Vous êtes de nouveau en ligne.',

  // Errors that the platform reports.
  invalid_event: OURS,
  event_not_allowed: OURS,
  high_load: 'Nous recevons beaucoup de demandes en ce moment. Veuillez réessayer dans un instant.',
  start_failed: 'L’assistant n’a pas pu rejoindre le chat.',
  no_response: 'L’assistant n’a pas pu répondre à cela.',
  agent_error: 'Un problème est survenu avec cette réponse.',
  session_not_found: 'Ce chat n’est plus disponible.',
  session_unavailable: 'Votre chat est injoignable pour le moment. Veuillez réessayer dans un instant.',
  connector_not_found: MISCONFIGURED,
  conversation_not_found: LOST,
  conversation_missing: LOST,
  handoff_connect_failed: NO_PERSON,
  live_forward_failed: 'Votre dernier message n’est pas parvenu à notre équipe.',
  handoff_not_initiated: NO_PERSON,

  // Marks, and stages of the way to a person.
  'agent-joined': '{name} a rejoint le chat',
  'agent-left': '{name} a quitté le chat',
  'live-joined': '{name} a rejoint le chat. Vous discutez maintenant avec notre équipe.',
  'live-left': '{name} a quitté le chat',
  language: 'Ce chat se poursuit en {name}.',
  divider: 'Nouveau chat',
  'handoff-asked': 'Nous vous mettons en relation avec notre équipe',
  'handoff-accepted': 'Quelqu’un va bientôt vous répondre',
  'handoff-failed': NO_PERSON,
  'handoff-timeout': 'Malheureusement, personne n’est disponible pour le moment. Vous pouvez continuer le chat ici.',
  'handoff-client': 'Notre équipe prend le relais.',
  wantPerson: 'Je souhaite parler à une personne de votre équipe.',
  handoffRoute: 'Continuer',
  queueName: 'File d’attente : {name}',
  queuePlace: 'Vous êtes en position {position} dans la file d’attente{wait}.',
  queueNext: 'Vous êtes en tête de la file d’attente{wait}.',
  queue: 'Vous êtes dans la file d’attente{wait}.',
  wait: '. Temps d’attente : {time}',
  waitShort: 'moins d’une minute',
  waitMinutes: {
    one: 'environ {count} minute',
    many: 'environ {count} de minutes',
    other: 'environ {count} minutes',
  },
  waitHours: {
    one: 'environ {count} heure',
    many: 'environ {count} d’heures',
    other: 'environ {count} heures',
  },

  // Code, tables and messages.
  copy: 'Copier',
  copied: 'Copié',
  copyFailed: 'Échec de la copie',
  code: 'Code',
  table: 'Tableau',

  // Reasons of an end.
  ended: 'Ce chat est terminé.',
  'user-end': 'Vous avez mis fin à ce chat.',
  'user-abandoned': QUIET,
  expired: QUIET,
};
