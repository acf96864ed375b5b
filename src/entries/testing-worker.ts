/** The thread that `startBackend` starts. No module imports it. */

import { parentPort, workerData } from 'node:worker_threads';
import { serveBackend } from '../testing/thread.ts';

if (parentPort) await serveBackend(parentPort, workerData);
