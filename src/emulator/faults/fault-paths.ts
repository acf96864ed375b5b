/** The HTTP paths of the emulator that a fault can strike, and how an order may name them. */

import { ROUTES } from '../../contract/platform.ts';
import type { AnyRoute } from '../../contract/shape/route.ts';
import { ACCESS_TOKEN_PATH, SESSIONS_PATH, SOCKET_PATH } from '../../protocol/http-api.ts';
import { MEDIA_PATHS } from '../media/media.ts';

/** The path by which a fault may name a call of a REST family: without the parameters in it. */
export const routePath = (route: AnyRoute): string => route.path.replace(/\/\{\w+\}/g, '');

export const FAULT_PATHS: readonly string[] = [
  ACCESS_TOKEN_PATH,
  SESSIONS_PATH,
  SOCKET_PATH,
  ...MEDIA_PATHS,
  ...new Set(ROUTES.map(routePath)),
];

/** A path is meant by itself or by its last parts, with or without a slash before them: `/api/v1/sessions`, `/sessions` or `sessions`. */
export function namesPath(wanted: string, path: string): boolean {
  return path.endsWith(`/${wanted.replace(/^\//, '')}`);
}
