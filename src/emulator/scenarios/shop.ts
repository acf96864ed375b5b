/** Scenarios about the shop, and small talk. */

import type { Scenario, Scene, Step } from '../model/conversation.ts';
import { phrasesOf } from './languages.ts';
import { type Reply, say } from './say.ts';
import { HOURS, ORDERS } from './shop-data.ts';

const speak =
  (reply: Reply): Scenario =>
  scene =>
    say(scene, reply);

export function greeting(scene: Scene): Reply {
  const own = phrasesOf(scene);
  if (own) return { text: own.hello };
  return {
    text: "Hello, I am Fern, the assistant of Harbour & Pine. I can look up an order, tell you when we're open, or put you through to someone. What brings you here today?",
    suggestions: ['Where is my order?', 'Opening hours', 'Help'],
  };
}

export const hello: Scenario = scene =>
  say(scene, {
    text: 'Hello, good to hear from you. What can I do for you?',
    suggestions: ['Where is my order?', 'Opening hours'],
  });

export const thanks = speak({ text: "You're very welcome. Is there anything else?" });

export const howAmI = speak({
  text: 'Quite well, thank you. The shop smells of fresh oak shavings today, or so I am told. And how are you?',
});

export const whoAmI = speak({
  text: "I'm Fern, the assistant at Harbour & Pine. I'm an AI assistant, not a person. If you'd rather talk to someone, write `handoff`.",
  suggestions: ['handoff', 'Help'],
});

const JOKES = [
  'Why did the chair go to the doctor? It had a bad back.',
  'I asked our joiner for a table of contents. He wanted to know how many it should seat.',
  'Our oldest wardrobe has many stories to tell, but it keeps things inside.',
];

export function* joke(scene: Scene): Generator<Step> {
  yield* say(scene, { text: JOKES[Math.floor(scene.random.fraction() * JOKES.length)] ?? '', suggestions: ['joke'] });
}

const scriptedHours = speak({
  text: [
    "We're at 12 Quayside Lane, and we're open at these times:",
    '',
    '| Day | Hours |',
    '|---|---|',
    ...HOURS.map(([day, time]) => `| ${day} | ${time} |`),
    '',
    "We're closed on public holidays.",
  ].join('\n'),
});

/** States the opening hours of the real-time config, or else the scripted ones. */
export const hours: Scenario = scene =>
  scene.knowledge.openingHours === undefined
    ? scriptedHours(scene)
    : say(scene, { text: scene.knowledge.openingHours });

export function* askForOrder(scene: Scene): Generator<Step> {
  scene.conversation.awaitsOrder = true;
  yield* say(scene, {
    text: "I'll look it up. What's your order number? It begins with **HP** and is in the confirmation we sent you. Here are three recent orders:",
    suggestions: ORDERS.map(each => each.number),
  });
}

/** Returns true if the text names an order number. */
export const namesOrder = (plain: string) => /\bhp-?\d{4}\b/.test(plain);

export function order(text: string): Scenario {
  const digits = /\d{4}/.exec(text)?.[0];
  const found = ORDERS.find(each => each.number === `HP-${digits}`);
  if (found) return speak({ text: found.status, suggestions: ['Opening hours', 'Thank you'] });
  return function* notFound(scene) {
    scene.conversation.awaitsOrder = true;
    yield* say(scene, {
      text: "I can't find an order with that number. Numbers look like **HP-1042**. Would you like to try again, or shall I ask a colleague?",
      suggestions: ['HP-1042', 'handoff'],
    });
  };
}

/** Answers any other message. Quotes it, to show a tester the text that arrived. */
export function fallback(text: string): Scenario {
  const asked = [...text.trim()];
  const quoted = asked.length > 200 ? `${asked.slice(0, 200).join('')}…` : text.trim();
  return scene =>
    say(scene, {
      text: phrasesOf(scene)?.fallback(quoted) ?? englishFallback(quoted),
      suggestions: ['Help', 'handoff'],
    });
}

function englishFallback(quoted: string): string {
  return quoted === ''
    ? 'That message was empty. Write `help`, and I will tell you what I understand.'
    : `You wrote: ${quoted}\n\nI don't know the answer to that. Write \`help\` to see what I understand, or \`handoff\` to talk to a person.`;
}

/** Waits for the bank's answer, which arrives as an external event. */
export function* payment(scene: Scene): Generator<Step> {
  const id = scene.expectEvent();
  yield* say(scene, {
    text: `I have asked the bank for your payment. It answers under the id \`${id}\`; you hear from me as soon as it does.`,
  });
}
