/** Placeholders for the text field of a panel that is painted before its language has been fetched. A test compares them with the catalogues. */

const WORDS: Readonly<Record<string, string>> = {
  en: 'Write a message',
  ar: 'كتابة رسالة',
  da: 'Skriv en besked',
  de: 'Nachricht schreiben',
  es: 'Escriba un mensaje',
  fr: 'Écrivez un message',
  he: 'כתיבת הודעה',
  hi: 'संदेश लिखें',
  it: 'Scriva un messaggio',
  ja: 'メッセージを入力',
  ko: '메시지를 입력하세요',
  nl: 'Typ een bericht',
  pl: 'Wpisz wiadomość',
  pt: 'Escreva uma mensagem',
  ru: 'Напишите сообщение',
  sv: 'Skriv ett meddelande',
  th: 'พิมพ์ข้อความ',
  tr: 'Mesaj yazın',
  uk: 'Напишіть повідомлення',
  vi: 'Nhập tin nhắn',
  zh: '请输入消息',
};

export interface Placeholder {
  readonly tag: string;
  readonly words: string;
  readonly dir: 'rtl' | 'ltr';
}

/** Chooses the language like ui/i18n/panel-language.ts, but ignores the visitor's own choice, and compares only the first two letters of a tag. */
export function placeholderFor(locale: unknown): Placeholder {
  const languageOf = (tag: unknown) => `${tag}`.slice(0, 2).toLowerCase();
  const stated = locale || document.documentElement.lang || navigator.languages.find(each => WORDS[languageOf(each)]);
  const tag = languageOf(stated);
  const words = WORDS[tag];
  return words ? { tag, words, dir: /ar|he/.test(tag) ? 'rtl' : 'ltr' } : placeholderFor('en');
}
