/** The chunk with the things that most conversations never show: parts of the panel, the bubble beside the launcher, and the sound. */

export { createExtraParts, styles } from '../../ui/extras/extras.ts';
export { createSound } from '../attention/sound.ts';
export { createPrompt } from '../launcher/prompt-bubble.ts';
