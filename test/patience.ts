/** As patient as the other limits (vitest.config.ts): what is waited for comes, but on a busy machine not always within a second. */

import { configure } from '@testing-library/preact';

configure({ asyncUtilTimeout: 10_000 });
