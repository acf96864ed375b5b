/** Work that is due later, in a binary heap. The earliest task runs first; tasks due at the same time run in the order they were added. */

export interface WakeQueue {
  add(due: number, run: (at: number) => void): void;
  /** Returns the time at which the next task is due, or null. */
  nextAt(): number | null;
  /** Runs all tasks due until now, each with its own due time, and the tasks they add if those are due as well. */
  runDue(at: number): void;
}

interface Task {
  readonly due: number;
  readonly order: number;
  readonly run: (at: number) => void;
}

const before = (a: Task, b: Task) => a.due < b.due || (a.due === b.due && a.order < b.order);

export function createWakeQueue(): WakeQueue {
  const heap: Task[] = [];
  let order = 0;
  return {
    add(due, run) {
      order += 1;
      push(heap, { due, order, run });
    },
    nextAt: () => heap[0]?.due ?? null,
    runDue(at) {
      for (let first = heap[0]; first && first.due <= at; first = heap[0]) {
        pop(heap);
        first.run(first.due);
      }
    },
  };
}

function push(heap: Task[], task: Task): void {
  let index = heap.length;
  heap.push(task);
  while (index > 0) {
    const above = (index - 1) >> 1;
    const parent = heap[above];
    if (!parent || before(parent, task)) break;
    heap[index] = parent;
    index = above;
  }
  heap[index] = task;
}

function pop(heap: Task[]): void {
  const last = heap.pop();
  if (!last || heap.length === 0) return;
  let index = 0;
  for (;;) {
    const left = heap[2 * index + 1];
    const right = heap[2 * index + 2];
    const child = right && left && before(right, left) ? right : left;
    if (!child || before(last, child)) break;
    heap[index] = child;
    index = 2 * index + (child === right ? 2 : 1);
  }
  heap[index] = last;
}
