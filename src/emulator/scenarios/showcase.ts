/** Scenarios for testers of a widget, which show one feature each: long texts, cards, pictures, calls, pauses, endings. */

import type { Attachment } from '../../protocol/events.ts';
import type { Scenario, Scene, Step } from '../model/conversation.ts';
import { LONG_ANSWER, LONG_STREAM } from './long-texts.ts';
import { say } from './say.ts';

const HELP = [
  'These are the words I know. Upper or lower case does not matter.',
  '',
  '**About the shop:** `hello`, `order`, `order HP-1042`, `opening hours`, `who are you`, `how are you`, `joke`, `thanks`',
  '',
  '**Ways to answer:** `long` formatted text, `stream` two hundred pieces, `slow` thinks for long, `suggestions`, `card`, `image`, `call`, `echo` and what I shall repeat',
  '',
  '**Languages:** `language es`, `language fr`, `language de`, `language ar`, `language ja`, and `language en` to come back',
  '',
  '**A person:** `handoff` (then `bye`), `handoff failed`, `handoff timeout`, `handoff client`, `handoff desk`',
  '',
  '**Trouble:** `error list` names the errors I can produce',
  '',
  '**The end:** `end`',
].join('\n');

export const help: Scenario = scene =>
  say(scene, { text: HELP, suggestions: ['order', 'card', 'handoff', 'language es', 'error list'] });

export const longAnswer: Scenario = scene => say(scene, { text: LONG_ANSWER.replaceAll('{url}', scene.publicUrl) });

export const longStream: Scenario = scene => say(scene, { text: LONG_STREAM });

/** Thinks for twelve seconds. Sends the thinking event again after six, because clients show it for only ten. */
export function* slowAnswer(scene: Scene): Generator<Step> {
  for (let round = 0; round < 2; round += 1) {
    yield { kind: 'event', body: { type: 'AGENT_THINKING' } };
    yield { kind: 'wait', ms: 6000 };
  }
  yield* say(scene, { text: "Thank you for your patience. I've turned it over twice, and the answer is oak." });
}

export const suggestions: Scenario = scene =>
  say(scene, {
    text: 'Which room are you furnishing?',
    suggestions: [
      'Living room',
      'Bedroom',
      'Kitchen',
      'Study',
      'A hallway that is narrow, rather dark and longer than it looks',
    ],
  });

export function repeat(text: string): Scenario {
  return scene =>
    say(scene, { text: text === '' ? 'There was nothing to repeat. Write `echo` and then some words.' : text });
}

export const card: Scenario = scene =>
  say(scene, {
    text: 'This one is new in the shop:',
    attachments: [
      attachment('url', {
        title: 'Tern armchair in green wool',
        contentUrl: `${scene.publicUrl}/shop/tern-armchair`,
        previewImageUrl: `${scene.publicUrl}/media/armchair.svg`,
        callToAction: 'See the armchair',
      }),
    ],
  });

export const image: Scenario = scene =>
  say(scene, {
    text: 'This is our showroom by the harbour:',
    attachments: [
      attachment('image', {
        title: 'The showroom of Harbour & Pine',
        contentUrl: `${scene.publicUrl}/media/showroom.svg`,
        previewImageUrl: `${scene.publicUrl}/media/showroom.svg`,
        callToAction: '',
      }),
    ],
  });

export const call: Scenario = scene =>
  say(scene, {
    text: 'You can reach us by phone during opening hours.',
    callActions: [
      { title: 'Call the shop', number: '+442079460123' },
      { title: 'Call the workshop', number: '+442079460145' },
    ],
  });

export function* goodbye(scene: Scene): Generator<Step> {
  yield* say(scene, { text: 'Thank you for visiting Harbour & Pine. Goodbye, and take care.', ends: true });
  yield { kind: 'end', reason: 'natural-end' };
}

function attachment(kind: Attachment['kind'], rest: Omit<Attachment, 'kind'>): Attachment {
  return { kind, ...rest };
}
