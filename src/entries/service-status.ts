/** A chunk that the application fetches if the broker knows the platform's state. */

export { createServiceStatus, styles } from '../ui/service-status/service-status.ts';
