/** The chunk with the things that most conversations never show: parts of the panel, and the bubble beside the launcher. */

export { createExtraParts, styles } from '../../ui/extras/extras.ts';
export { createPrompt } from '../launcher/prompt-bubble.ts';
