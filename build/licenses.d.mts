export function bundledPackages(dist?: string): Promise<readonly string[]>;
export function writeLicenses(): Promise<void>;
