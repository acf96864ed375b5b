/** A chunk that the application fetches for sites with a first screen. */

export { createHome, styles } from '../ui/home/home.ts';
