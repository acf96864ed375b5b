/** Whether the Node that runs this is one that it runs on. Package managers only warn, and what is missing shows only when a page asks. */

/** What to say where it is not; `oldest` as package.json has it in `engines`. */
export function complainOfNode(running: string, oldest: string): string | undefined {
  const [own, least] = [running, oldest.replace('>=', '')].map(version => version.split('.').map(Number));
  const [major = 0, minor = 0] = own ?? [];
  const [leastMajor = 0, leastMinor = 0] = least ?? [];
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return undefined;
  return `Natter needs Node ${leastMajor}.${leastMinor} or newer; this is ${running}.`;
}
