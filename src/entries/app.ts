/** The file that the script tag fetches when the chat is opened, with all code for a conversation. */

import { nextTask } from '../widget/next-task.ts';

export { embed } from '../widget/script-tag/embed.ts';

// Lets the importer continue in a new task, because loading the modules above was already a long task.
await nextTask();
