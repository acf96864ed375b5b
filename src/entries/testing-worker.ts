/** The worker thread of `startBackend`. */

import { parentPort, workerData } from 'node:worker_threads';
import { serveBackend } from '../testing/thread.ts';

if (parentPort) await serveBackend(parentPort, workerData);
