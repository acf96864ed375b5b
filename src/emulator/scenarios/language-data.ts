/** The phrases of every language but English. `{text}` stands for the visitor's message. */

export interface LanguagePhrases {
  readonly code: string;
  /** Name of the language in the language itself, as the agent lists it. */
  readonly shown: string;
  /** Names by which visitors may ask for the language, in lower case. */
  readonly names: readonly string[];
  readonly switched: string;
  readonly hello: string;
  readonly thanks: string;
  readonly hours: string;
  readonly fallback: string;
  /** Patterns of visitors' messages, each with the phrase that answers it. */
  readonly words: readonly (readonly [RegExp, 'hello' | 'thanks' | 'hours'])[];
}

export const LANGUAGES: readonly LanguagePhrases[] = [
  {
    code: 'es',
    shown: 'español',
    names: ['spanish', 'español'],
    switched: 'Con mucho gusto, seguimos en español. ¿En qué puedo ayudarle?',
    hello: 'Hola, soy Fern, la asistente de Harbour & Pine. ¿En qué puedo ayudarle?',
    thanks: 'De nada. ¿Puedo ayudarle en algo más?',
    hours: 'Abrimos de martes a viernes de 10:00 a 18:00, los sábados de 9:00 a 17:00 y los domingos de 11:00 a 15:00.',
    fallback: 'Usted ha escrito: {text}\n\nNo conozco la respuesta. Escriba `help` para ver lo que entiendo.',
    words: [
      [/^(?:hola|buen[oa]s)/, 'hello'],
      [/gracias/, 'thanks'],
      [/horario|abiert/, 'hours'],
    ],
  },
  {
    code: 'fr',
    shown: 'français',
    names: ['french', 'français'],
    switched: 'Avec plaisir, continuons en français. Comment puis-je vous aider ?',
    hello: "Bonjour, je suis Fern, l'assistante de Harbour & Pine. Comment puis-je vous aider ?",
    thanks: 'Je vous en prie. Puis-je faire autre chose pour vous ?',
    hours:
      'Nous sommes ouverts du mardi au vendredi de 10 h à 18 h, le samedi de 9 h à 17 h et le dimanche de 11 h à 15 h.',
    fallback: 'Vous avez écrit : {text}\n\nJe ne connais pas la réponse. Écrivez `help` pour voir ce que je comprends.',
    words: [
      [/^(?:bonjour|salut|bonsoir)/, 'hello'],
      [/merci/, 'thanks'],
      [/horaire|ouvert/, 'hours'],
    ],
  },
  {
    code: 'de',
    shown: 'Deutsch',
    names: ['german', 'deutsch'],
    switched: 'Gern, wir sprechen jetzt Deutsch. Wie kann ich Ihnen helfen?',
    hello: 'Guten Tag, ich bin Fern, die Assistentin von Harbour & Pine. Wie kann ich Ihnen helfen?',
    thanks: 'Gern geschehen. Kann ich noch etwas für Sie tun?',
    hours:
      'Wir haben Dienstag bis Freitag von 10 bis 18 Uhr, Samstag von 9 bis 17 Uhr und Sonntag von 11 bis 15 Uhr geöffnet.',
    fallback:
      'Sie haben geschrieben: {text}\n\nDarauf weiß ich keine Antwort. Schreiben Sie `help`, dann zeige ich, was ich verstehe.',
    words: [
      [/^(?:hallo|guten|moin|servus)/, 'hello'],
      [/danke/, 'thanks'],
      [/öffnungszeit|geöffnet|offen/, 'hours'],
    ],
  },
  {
    code: 'ar',
    shown: 'العربية',
    names: ['arabic', 'العربية'],
    switched: 'بكل سرور، سنتابع باللغة العربية. كيف يمكنني مساعدتك؟',
    hello: 'مرحبا، أنا Fern، المساعدة الرقمية في Harbour & Pine. كيف يمكنني مساعدتك؟',
    thanks: 'على الرحب والسعة. هل تحتاج إلى شيء آخر؟',
    hours: 'نفتح من الثلاثاء إلى الجمعة من 10:00 إلى 18:00، والسبت من 9:00 إلى 17:00، والأحد من 11:00 إلى 15:00.',
    fallback: 'كتبت: {text}\n\nلا أعرف الجواب عن ذلك. اكتب `help` لترى ما أفهمه.',
    words: [
      [/^(?:مرحبا|السلام|أهلا)/, 'hello'],
      [/شكرا/, 'thanks'],
      [/مواعيد|ساعات|مفتوح/, 'hours'],
    ],
  },
  {
    code: 'ja',
    shown: '日本語',
    names: ['japanese', '日本語'],
    switched: 'かしこまりました。ここからは日本語でご案内します。どのようなご用件でしょうか。',
    hello: 'こんにちは。Harbour & Pine のアシスタント、Fern です。どのようなご用件でしょうか。',
    thanks: 'どういたしまして。ほかにお手伝いできることはありますか。',
    hours: '営業時間は、火曜から金曜が10時から18時、土曜が9時から17時、日曜が11時から15時です。',
    fallback:
      '「{text}」と承りました。\n\n申し訳ありませんが、お答えできません。`help` と入力すると、わかることをご案内します。',
    words: [
      [/^(?:こんにちは|こんばんは|おはよう)/, 'hello'],
      [/ありがとう/, 'thanks'],
      [/営業時間|何時/, 'hours'],
    ],
  },
];
