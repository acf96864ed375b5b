/** The origins of a site's `imageOrigins`, with or without the slash that an address bar puts behind them. */
export const imageOriginsOf = (text: string): readonly string[] => text.split(/[\s,]+|\/(?=[\s,]|$)/);
