/** A chunk that the application fetches when a conversation first needs a part of it. */

export { createExtraParts, createPrompt, createSound, styles } from '../widget/panel/extras.ts';
