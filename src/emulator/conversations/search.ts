/** The three searches of v3: words in a transcript, similar words, a random sample. */

import type { Random } from '../model/options.ts';
import type { ConversationRecord, TurnRecord } from '../store/records.ts';

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Returns a test for records that have all words of the query, in this order, within one turn. Ignores case. */
export function transcriptTest(query: string, turnType: string | undefined): (record: ConversationRecord) => boolean {
  // Uses one pattern per word: a single pattern with gaps between many words could backtrack almost endlessly.
  const words = query
    .trim()
    .split(/\s+/)
    .map(word => new RegExp(escaped(word), 'giu'));
  const holds = (text: string): boolean => {
    let from = 0;
    for (const word of words) {
      word.lastIndex = from;
      if (!word.test(text)) return false;
      from = word.lastIndex;
    }
    return true;
  };
  return record => record.turns.some(turn => holds(textOf(turn, turnType)));
}

function textOf({ userInput, agentResponse }: TurnRecord, turnType: string | undefined): string {
  if (turnType === 'user') return userInput;
  return turnType === 'agent' ? agentResponse : `${userInput}\n${agentResponse}`;
}

/** A conversation is similar if it has more than this share of the query's word stems. */
const SIMILAR = 0.2;

/** Returns the best `limit` records that share enough word stems with the query, ascending by time. */
export function mostSimilar(
  records: readonly ConversationRecord[],
  query: string,
  limit: number,
): readonly ConversationRecord[] {
  const wanted = stemsOf(query);
  if (wanted.size === 0) return [];
  const scored = records.map((record, index) => ({ record, index, score: shareOf(wanted, record) }));
  const best = scored.filter(each => each.score > SIMILAR).sort((a, b) => b.score - a.score);
  return best
    .slice(0, limit)
    .sort((a, b) => a.index - b.index)
    .map(each => each.record);
}

function shareOf(wanted: ReadonlySet<string>, record: ConversationRecord): number {
  const own = stemsOf(record.turns.map(each => `${each.userInput} ${each.agentResponse}`).join(' '));
  return [...wanted].filter(each => own.has(each)).length / wanted.size;
}

/** Returns the words without the commonest English endings. */
function stemsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.map(word => (word.length > 4 ? word.replace(/(?:ing|ed|es|e|s)$/, '') : word)));
}

/** Returns at most `limit` random records, ascending by time. */
export function randomSample(
  records: readonly ConversationRecord[],
  limit: number,
  random: Random,
): readonly ConversationRecord[] {
  const indexes = records.map((_, index) => index);
  const size = Math.min(limit, indexes.length);
  for (let index = 0; index < size; index += 1) {
    const other = index + Math.floor(random.fraction() * (indexes.length - index));
    [indexes[index], indexes[other]] = [indexes[other] ?? 0, indexes[index] ?? 0];
  }
  return indexes
    .slice(0, size)
    .sort((a, b) => a - b)
    .flatMap(index => records[index] ?? []);
}
