/** Fetches the chunk with the optional parts. The build for the script tag replaces this file by load-optional-script.ts. */

export const loadOptional = () => import('../optional/optional.ts');
