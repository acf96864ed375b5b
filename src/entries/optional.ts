/** A chunk that the application fetches for sites that use an optional part: attachments or feedback. */

export { createOptional, styles } from '../ui/optional/optional.ts';
