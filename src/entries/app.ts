/** The file that the script tag fetches when the chat is wanted: all that a conversation needs. */

import { nextTask } from '../widget/next-task.ts';

export { embed } from '../widget/script-tag/embed.ts';

// Lets the importer go on in a task of its own, after the one that has run all of the above.
await nextTask();
