/** Fetches the sentences about wrong settings. The build for the script tag replaces this file by load-report-script.ts. */

export const loadReport = () => import('./report-settings.ts');
