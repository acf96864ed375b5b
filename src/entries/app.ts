/** The file that the script tag fetches when the chat is opened: all that a conversation needs. */

import { nextTask } from '../widget/next-task.ts';

export { embed } from '../widget/script-tag/embed.ts';

// Lets the importer continue in a new task: running the modules above has taken a long one.
await nextTask();
