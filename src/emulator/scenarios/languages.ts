/** The languages that the agent speaks besides English, for testing a widget's change of language and text direction. */

import type { Scenario, Scene, Step } from '../model/conversation.ts';
import { LANGUAGES, type LanguagePhrases } from './language-data.ts';
import { say } from './say.ts';

export interface SpokenPhrases {
  readonly hello: string;
  fallback(quoted: string): string;
  /** Returns the scenario that a word of this language starts, or undefined. */
  find(plain: string): Scenario | undefined;
}

/** Returns the phrases of the conversation's language; null in English. */
export function phrasesOf(scene: Scene): SpokenPhrases | null {
  const own = LANGUAGES.find(each => each.code === scene.conversation.language);
  if (!own) return null;
  return {
    hello: own.hello,
    fallback: quoted => own.fallback.replace('{text}', () => quoted),
    find(plain) {
      const text = own.words.find(([pattern]) => pattern.test(plain))?.[1];
      return text === undefined ? undefined : inScene => say(inScene, { text: own[text] });
    },
  };
}

/** Changes the language. A visitor writes `language es`, `language spanish` or `language español`, and `language en` to return to English. */
export function* languageScene(scene: Scene, wanted: string): Generator<Step> {
  const name = wanted.toLowerCase();
  const found = LANGUAGES.find(each => each.code === name || each.names.includes(name));
  if (!found && name !== 'en' && name !== 'english') {
    yield* say(scene, {
      text: `I speak English, ${LANGUAGES.map(each => each.shown).join(', ')}. Write for instance \`language es\`.`,
      suggestions: ['language en', ...LANGUAGES.map(each => `language ${each.code}`)],
    });
    return;
  }
  scene.conversation.language = found?.code ?? 'en';
  yield { kind: 'event', body: { type: 'LANGUAGE_CHANGED', languageCode: found?.code ?? 'en' } };
  yield* say(scene, switched(found));
}

function switched(language: LanguagePhrases | undefined) {
  if (!language) return { text: 'We speak English again. How can I help?', suggestions: ['Help'] };
  return { text: language.switched, suggestions: ['language en'] };
}
