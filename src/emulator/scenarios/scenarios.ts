/** The messages that the agent of Harbour & Pine understands, and the scenario that each of them starts. */

import type { Scenario, Scene, Step } from '../model/conversation.ts';
import type { ScriptName } from '../model/options.ts';
import { errorScene } from './errors.ts';
import { clientHandoff, deskHandoff, failedHandoff, handoff, timedOutHandoff } from './handoff.ts';
import { languageScene, phrasesOf } from './languages.ts';
import { say } from './say.ts';
import * as shop from './shop.ts';
import * as show from './showcase.ts';

/** Commands that are a whole message. Letter case and punctuation at the end are ignored. */
const COMMANDS: ReadonlyMap<string, Scenario> = new Map<string, Scenario>([
  ['help', show.help],
  ['long', show.longAnswer],
  ['stream', show.longStream],
  ['slow', show.slowAnswer],
  ['suggestions', show.suggestions],
  ['card', show.card],
  ['image', show.image],
  ['call', show.call],
  ['end', show.goodbye],
  ['handoff', handoff],
  ['handoff failed', failedHandoff],
  ['handoff timeout', timedOutHandoff],
  ['handoff client', clientHandoff],
  ['handoff desk', deskHandoff],
  ['order', shop.askForOrder],
  ['payment', shop.payment],
  ['opening hours', shop.hours],
]);

/** Commands that begin a message. The function gets the rest of the message, unchanged. */
const PREFIXES: ReadonlyMap<string, (rest: string) => Scenario> = new Map([
  ['echo', (rest: string) => show.repeat(rest)],
  ['language', (rest: string) => (scene: Scene) => languageScene(scene, rest)],
  ['error', (rest: string) => errorScene(rest)],
  ['order', (rest: string) => shop.order(rest)],
]);

/** Topics, recognised anywhere in a message. The first match counts. */
const TOPICS: readonly (readonly [RegExp, Scenario])[] = [
  [/\b(?:where|track|status)\b.*\b(?:order|parcel|delivery|sofa|table|armchair)\b/, shop.askForOrder],
  [/\bmy order\b/, shop.askForOrder],
  [/\b(?:opening hours|when are you open|are you open|open today|hours)\b/, shop.hours],
  [/\b(?:who are you|what are you|your name|are you (?:a )?(?:human|person|robot|bot))\b/, shop.whoAmI],
  [/\bhow (?:are you|is it going|do you do)\b/, shop.howAmI],
  [/\bjoke\b/, shop.joke],
  [/\b(?:human|(?:a|real) person|someone else|live agent|speak to (?:a|some))/, handoff],
  [/\b(?:thanks|thank you|cheers)\b/, shop.thanks],
  [/^(?:hello|hi|hey|good (?:morning|afternoon|evening))\b/, shop.hello],
];

export function* joinScene(scene: Scene, script: ScriptName): Generator<Step> {
  const { conversation, publicUrl } = scene;
  yield { kind: 'wait', ms: 120 };
  conversation.stage = 'agent';
  yield {
    kind: 'event',
    body: { type: 'AGENT_JOINED', agentName: 'Fern', avatarUrl: `${publicUrl}/media/fern.svg` },
  };
  yield* say(scene, script === 'echo' ? { text: "Write something, and I'll say it back." } : shop.greeting(scene));
}

/** Commands and topics are searched only in the first characters: searching the whole of a very long message would delay all sessions. */
const MAX_READ_CHARS = 2_000;

/** Returns the scenario that a message asks for. Commands take precedence over topics, and both over an order number that the agent waits for. */
export function scenarioFor(text: string, scene: Scene): Scenario {
  const plain = text
    .trim()
    .slice(0, MAX_READ_CHARS)
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[\s.!?]+$/, '');
  const awaited = scene.conversation.awaitsOrder;
  scene.conversation.awaitsOrder = false;
  const command = COMMANDS.get(plain);
  if (command) return command;
  const [, word = '', rest = ''] = /^\s*(\S+)\s*([\s\S]*)$/.exec(text) ?? [];
  const prefix = PREFIXES.get(word.toLowerCase().replace(/[.:]$/, ''));
  if (prefix) return prefix(rest.trim());
  const known = scene.knowledge.answerTo(plain);
  if (known !== undefined) return own => say(own, { text: known });
  if (shop.namesOrder(plain) || (awaited && /\d/.test(plain))) return shop.order(plain);
  return phrasesOf(scene)?.find(plain) ?? TOPICS.find(([pattern]) => pattern.test(plain))?.[1] ?? shop.fallback(text);
}
