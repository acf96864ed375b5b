/** Fetches the line about the platform's state. The build of the script tag's files puts load-status-script.ts in this file's place. */

export const loadStatus = () => import('../service-status/service-status.ts');
