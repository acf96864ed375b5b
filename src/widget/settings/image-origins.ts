/** Splits `imageOrigins` into origins, and drops a closing slash, which browsers show in the address bar. */
export const imageOriginsOf = (text: string): readonly string[] => text.split(/[\s,]+|\/(?=[\s,]|$)/);
