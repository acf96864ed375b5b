/** The HTTP paths that an `http-status` fault can name. */

import { ROUTES } from '../../contract/platform.ts';
import type { AnyRoute } from '../../contract/shape/route.ts';
import { ACCESS_TOKEN_PATH, SESSIONS_PATH, SOCKET_PATH } from '../../protocol/http-api.ts';
import { MEDIA_PATHS } from '../media/media.ts';

/** The path of a REST call as a fault names it: without its parameters. */
export const routePath = (route: AnyRoute): string => route.path.replace(/\/\{\w+\}/g, '');

export const FAULT_PATHS: readonly string[] = [
  ACCESS_TOKEN_PATH,
  SESSIONS_PATH,
  SOCKET_PATH,
  ...MEDIA_PATHS,
  ...new Set(ROUTES.map(routePath)),
];

/** A fault may name a whole path or its last parts, with or without the leading slash: `/api/v1/sessions`, `/sessions` or `sessions`. */
export function namesPath(wanted: string, path: string): boolean {
  return path.endsWith(`/${wanted.replace(/^\//, '')}`);
}
