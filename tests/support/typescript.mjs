/**
 * Stands for `typescript` in the unit tests (`vite.config.ts`). It is nine megabytes of CommonJS: `require` reads them once, and `import` twice
 * more, to find out what they are and which names they export.
 */
import { createRequire } from 'node:module';

export default createRequire(import.meta.url)('typescript');
