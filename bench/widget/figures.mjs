/** Turns repeated measurements into rows of the table: medians with their range, a ratio, a verdict. */

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** `190 (184–201) ms`; one value, or equal ones, have no range. */
export function figure(values, unit) {
  const [least, most] = [Math.min(...values), Math.max(...values)].map(number);
  const range = least === most ? '' : ` (${least}–${most})`;
  return `${number(median(values))}${range}${unit && ` ${unit}`}`;
}

function number(value) {
  const digits = Math.abs(value) >= 10 || Number.isInteger(value) ? 0 : 1;
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** A figure that is judged against another one: the floor's, or Natter's own in a smaller case. */
export function ratioRow(what, unit, ours, others, target) {
  const ratio = median(ours) / median(others);
  return row(what, figure(ours, unit), figure(others, unit), `${ratio.toFixed(2)}×`, `≤ ${target}×`, ratio <= target);
}

/** A figure that is judged by itself. The floor's figure, if there is one, is only printed for comparison. */
export function valueRow(what, unit, ours, others, target) {
  const wanted = `${target > 0 ? '≤ ' : ''}${target}${unit && ` ${unit}`}`;
  return row(what, figure(ours, unit), others ? figure(others, unit) : '', '', wanted, median(ours) <= target);
}

/** A row that is reported but not judged. */
export function given(row) {
  return { ...row, Target: '', '': '' };
}

/** A condition that must hold in every repetition; `problems` lists the repetitions in which it did not. */
export function checkRow(what, problems) {
  return row(what, problems[0] ?? 'yes', '', '', 'yes', problems.length === 0);
}

function row(what, natter, floor, ratio, target, met) {
  return { What: what, Natter: natter, Floor: floor, Ratio: ratio, Target: target, '': met ? '✓' : '✗' };
}
