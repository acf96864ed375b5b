/** The three scripts that an agent can follow. The commands of the script `shop` are in scenarios.ts. */

import type { Scene, Step, Turn } from '../model/conversation.ts';
import type { ScriptName } from '../model/options.ts';
import { liveScene, takenBack, unanswered } from './handoff.ts';
import { say, sayLive } from './say.ts';
import { joinScene, scenarioFor } from './scenarios.ts';

/** Returns the agent's steps for one turn. Each step is created only when the previous one is done. */
export function answer(script: ScriptName, scene: Scene, turn: Turn): Iterable<Step> {
  if (turn.kind === 'event') return say(scene, { text: turn.text });
  if (turn.kind === 'unanswered') return unanswered(scene);
  if (turn.kind === 'left') return takenBack(scene);
  // The person at the desk reads the message, and answers it through the control API.
  if (turn.kind === 'message' && scene.conversation.desk) return [];
  if (script === 'silent') return silence(scene, turn);
  if (turn.kind === 'join') return joinScene(scene, script);
  if (script === 'echo') return repeat(scene, turn.text);
  return scene.conversation.stage === 'live' ? liveScene(scene, turn.text) : scenarioFor(turn.text, scene)(scene);
}

/** Accepts messages, without a greeting or a reply. */
function silence(scene: Scene, turn: Turn): Iterable<Step> {
  if (turn.kind === 'join') scene.conversation.stage = 'agent';
  return [];
}

function repeat(scene: Scene, text: string): Iterable<Step> {
  const reply = { text: `You said: ${text}` };
  return scene.conversation.stage === 'live' ? sayLive(scene, reply) : say(scene, reply);
}
