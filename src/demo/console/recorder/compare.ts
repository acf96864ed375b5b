/** Compares two transcripts line by line. */

import type { Line } from './recording.ts';

export interface ComparedLine {
  readonly kind: 'same' | 'changed' | 'missing' | 'added';
  /** Absent if the line was added. */
  readonly recorded?: Line;
  /** Absent if the line is missing. */
  readonly replayed?: Line;
}

export function compare(recorded: readonly Line[], replayed: readonly Line[]): readonly ComparedLine[] {
  const common = commonLengths(recorded, replayed);
  const lines: ComparedLine[] = [];
  let [left, right] = [0, 0];
  while (left < recorded.length || right < replayed.length) {
    const [a, b] = [recorded[left], replayed[right]];
    if (a && b && isSame(a, b)) {
      lines.push({ kind: 'same', recorded: a, replayed: b });
      left += 1;
      right += 1;
    } else if (a && (!b || (common[left + 1]?.[right] ?? 0) >= (common[left]?.[right + 1] ?? 0))) {
      lines.push({ kind: 'missing', recorded: a });
      left += 1;
    } else if (b) {
      lines.push({ kind: 'added', replayed: b });
      right += 1;
    }
  }
  return withChanges(lines);
}

const isSame = (a: Line, b: Line): boolean => a.speaker === b.speaker && a.text === b.text;

/** Returns the length of the longest common subsequence of all ends of the two lists. */
function commonLengths(recorded: readonly Line[], replayed: readonly Line[]): readonly (readonly number[])[] {
  const lengths = Array.from({ length: recorded.length + 1 }, () => new Array<number>(replayed.length + 1).fill(0));
  for (let left = recorded.length - 1; left >= 0; left -= 1) {
    const [row, below] = [lengths[left] ?? [], lengths[left + 1] ?? []];
    for (let right = replayed.length - 1; right >= 0; right -= 1) {
      const [a, b] = [recorded[left], replayed[right]];
      row[right] =
        a && b && isSame(a, b) ? (below[right + 1] ?? 0) + 1 : Math.max(below[right] ?? 0, row[right + 1] ?? 0);
    }
  }
  return lengths;
}

/** Joins a missing line and an added one of the same speaker, within one run of differences, to one that has changed. */
function withChanges(lines: readonly ComparedLine[]): readonly ComparedLine[] {
  const joined: ComparedLine[] = [];
  let runStart = 0;
  for (const line of lines) {
    if (line.kind === 'same') {
      joined.push(line);
      runStart = joined.length;
      continue;
    }
    const { replayed } = line;
    const at = joined.findIndex(
      (each, index) => index >= runStart && each.kind === 'missing' && each.recorded?.speaker === replayed?.speaker,
    );
    const partner = line.kind === 'added' && replayed ? joined[at]?.recorded : undefined;
    if (partner && replayed) joined[at] = { kind: 'changed', recorded: partner, replayed };
    else joined.push(line);
  }
  return joined;
}
