/** The console's address: `#/conversations/CONV-1?env=live`. Every panel and every filter is in it, so each view has a link. */

import { useEffect, useState } from 'preact/hooks';

export interface Route {
  /** Name of the panel; empty for the first one. */
  readonly panel: string;
  /** Id of the thing that the panel shows; empty for the list. */
  readonly id: string;
  readonly query: Readonly<Record<string, string>>;
}

export function readRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  const [panel = '', id = ''] = path.split('/');
  return { panel: decoded(panel), id: decoded(id), query: Object.fromEntries(new URLSearchParams(search)) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the hash of a route. Leaves empty values out. */
export function linkTo(panel: string, id = '', query: Readonly<Record<string, string | undefined>> = {}): string {
  const given = Object.entries(query).filter((each): each is [string, string] => Boolean(each[1]));
  const search = new URLSearchParams(given).toString();
  const path = [panel, id].filter(Boolean).map(encodeURIComponent).join('/');
  return `#/${path}${search && `?${search}`}`;
}

/** Returns the route of the page's address, and follows it. */
export function useRoute(): Route {
  const [route, setRoute] = useState(() => readRoute(location.hash));
  useEffect(() => {
    // Kept, because Preact may clean up after the page's globals are gone.
    const page = window;
    const follow = () => setRoute(readRoute(page.location.hash));
    page.addEventListener('hashchange', follow);
    return () => page.removeEventListener('hashchange', follow);
  }, []);
  return route;
}
