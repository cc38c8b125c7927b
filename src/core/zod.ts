/**
 * The library of schemas, which is `zod/mini`. Everything in `src` and `sw` imports it from here, so that it is set up before the first
 * schema is made: in a browser it may not turn schemas into code, because the page's policy forbids that, and the browser would report
 * the attempt. The sync worker and the service worker get `light-schemas.ts` in its place (`server/tools/light-schemas-plugin.ts`).
 */
import * as z from 'zod/mini';

z.config({ jitless: 'document' in globalThis });

export * from 'zod/mini';
