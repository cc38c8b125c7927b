/** What every end-to-end test here has: a product of its own, and an eye on everything that must never happen. */
import { test as base, expect } from '@playwright/test';
import type { BrowserContext } from '@playwright/test';
import { startProduct } from '../../support/product';
import type { Product } from '../../support/product';

export { expect };

const SECOND_MS = 1000;
/** Three polls: the limit for anything that the next poll must bring. */
export const POLL_LIMIT_MS = 3 * 15 * SECOND_MS;
/** Three times the time that the first precache takes on a slow machine. */
export const INSTALL_LIMIT_MS = 45 * SECOND_MS;

export interface Trouble {
  /** Uncaught errors and unhandled rejections of pages. */
  readonly crashes: readonly string[];
  /** What the content security policy, or Trusted Types, stopped. */
  readonly policy: readonly string[];
  /** Everything that was written to a console as an error. */
  readonly consoleErrors: readonly string[];
  /** Looks at a further context, too. */
  watch(context: BrowserContext): Promise<void>;
}

const POLICY_WORDS = /content security policy|trusted ?types?|refused to/i;

function watchTrouble(): Trouble {
  const crashes: string[] = [];
  const policy: string[] = [];
  const consoleErrors: string[] = [];
  return {
    crashes,
    policy,
    consoleErrors,
    async watch(context) {
      context.on('weberror', (error) => crashes.push(String(error.error().stack ?? error.error())));
      context.on('console', (message) => {
        if (message.type() !== 'error') return;
        const text = `${message.text()} (${message.location().url})`;
        consoleErrors.push(text);
        if (POLICY_WORDS.test(text)) policy.push(text);
      });
      await context.exposeFunction('tellOfViolation', (text: string) => policy.push(text));
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
          const { tellOfViolation } = window as unknown as { tellOfViolation(text: string): void };
          tellOfViolation(`${violatedDirective}: ${blockedURI} in ${sourceFile} at ${location.pathname}`);
        });
      });
    },
  };
}

/**
 * For tests whose page does the same without a service worker: installing it costs more than half of what a visit does. None of those
 * that look at what the device keeps, at updates, at faults of the network or at money under way.
 */
export const ONLINE = { tag: '@online' };

/**
 * For tests that only the long run takes (`AYO_LONG=1`): another cell of a matrix of which one is always tested, or the whole way in a
 * browser of what unit tests prove exactly. `playwright.config.ts` leaves them out.
 */
export const LONG = { tag: '@long' };
export const LONG_ONLINE = { tag: [ONLINE.tag, LONG.tag] };
/** For the cells of a matrix. */
export const longUnless = (isAlways: boolean): { tag?: string } => (isAlways ? {} : LONG);

/** As Playwright's own; a test fails when a page crashed or its security policy was broken, whatever else it is about. */
export const test = base.extend<{ trouble: Trouble; others: undefined }>({
  // Of all browser contexts of the test.
  serviceWorkers: async ({}, use, { tags }) => {
    await use(tags.includes(ONLINE.tag) ? 'block' : 'allow');
  },
  // What a test opened beside its own page ends with it: a slowed page would spin, and poll, until its browser ends.
  others: [
    async ({ browser }, use) => {
      const before = new Set(browser.contexts());
      await use(undefined);
      for (const context of browser.contexts()) if (!before.has(context)) await context.close();
    },
    { auto: true },
  ],
  trouble: [
    async ({ context }, use) => {
      const trouble = watchTrouble();
      await trouble.watch(context);
      await use(trouble);
      expect(trouble.crashes, 'uncaught errors').toEqual([]);
      expect(trouble.policy, 'violations of the security policy').toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * One product for all tests of the file that calls this, with `page.goto('/path')` going there. The environment may be
 * a function, for what is known only when the tests run.
 */
export function useProduct(env: () => Promise<Record<string, string>> = async () => ({})): () => Product {
  let product: Product | null = null;
  const there = (): Product => {
    if (product === null) throw new Error('The product has not been started.');
    return product;
  };
  test.beforeAll(async () => {
    product = await startProduct(await env());
  });
  test.afterAll(async () => {
    await product?.dispose();
  });
  siteAt(() => product?.url);
  return there;
}

/**
 * From here on `page.goto('/path')` goes to this site. It may be unknown before `beforeAll`: Playwright asks there, too,
 * and again for each test.
 */
export function siteAt(url: () => string | undefined): void {
  test.use({
    // Playwright reads from the pattern that it needs no other fixture.
    baseURL: async ({}, use) => {
      await use(url());
    },
  });
}

const NO_WORKER_REQUESTS = 'PLAYWRIGHT_DISABLE_SERVICE_WORKER_NETWORK';

/**
 * For files that neither switch a browser's network off nor route or read what a service worker asks for: Playwright follows each of its
 * requests else, which costs a fifth of an installation. It reads the variable where a service worker starts.
 */
export function leaveWorkersRequests(): void {
  test.beforeAll(() => {
    process.env[NO_WORKER_REQUESTS] = '1';
  });
  test.afterAll(() => {
    // By name: it is set for nobody else.
    Reflect.deleteProperty(process.env, NO_WORKER_REQUESTS);
  });
}
