/** Fetches the optional parts, a chunk of their own. The build of the script tag's files puts load-optional-script.ts in this file's place. */

export const loadOptional = () => import('../optional/optional.ts');
