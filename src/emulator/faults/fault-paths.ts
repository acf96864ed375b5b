/** The HTTP paths of the emulator that a fault can strike, and how an order may name them. */

import { ACCESS_TOKEN_PATH, SESSIONS_PATH, SOCKET_PATH } from '../../protocol/rest.ts';
import { MEDIA_PATHS } from '../media/media.ts';

export const FAULT_PATHS: readonly string[] = [ACCESS_TOKEN_PATH, SESSIONS_PATH, SOCKET_PATH, ...MEDIA_PATHS];

/** A path is meant by itself or by its last parts, with or without a slash before them: `/api/v1/sessions`, `/sessions` or `sessions`. */
export function namesPath(wanted: string, path: string): boolean {
  return path.endsWith(`/${wanted.replace(/^\//, '')}`);
}
