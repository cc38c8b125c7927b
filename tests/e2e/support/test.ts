/** Gives every end-to-end test a product of its own, and fails a test in which a page crashed or broke its security policy. */
import { test as base, expect } from '@playwright/test';
import type { BrowserContext } from '@playwright/test';
import { mailboxKeyAt, startProduct } from '../../support/product';
import type { Product } from '../../support/product';

export { expect };

const SECOND_MS = 1000;
/** The limit for anything that the next poll must bring. It has time for three polls. */
export const POLL_LIMIT_MS = 3 * 15 * SECOND_MS;
/** The limit for the first precache. On a slow machine that takes a third of this. */
export const INSTALL_LIMIT_MS = 45 * SECOND_MS;

export interface Trouble {
  /** Uncaught errors and unhandled rejections of pages. */
  readonly crashes: readonly string[];
  /** The violations of the content security policy, Trusted Types included. */
  readonly policy: readonly string[];
  /** All errors in the consoles of pages. */
  readonly consoleErrors: readonly string[];
  /** Watches another context, too. */
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
 * The tag of tests whose page does the same without a service worker, because installing one takes more than half of the time of a visit.
 * It is not for tests about what the device stores, about updates, faults of the network or money under way.
 */
export const ONLINE = { tag: '@online' };

/**
 * The tag of tests that run only with `AYO_LONG=1`, because `playwright.config.ts` leaves them out otherwise. Such a test is another cell of
 * a matrix of which one is always tested, or it shows in a browser what unit or platform tests prove exactly; which, stands above it.
 */
export const LONG = { tag: '@long' };
export const LONG_ONLINE = { tag: [ONLINE.tag, LONG.tag] };
/** Tags a cell of a matrix, unless it is one that is always tested. */
export const longUnless = (isAlways: boolean): { tag?: string } => (isAlways ? {} : LONG);

/** Playwright's `test`. It also fails when a page crashed or broke its security policy, whatever the test is about. */
export const test = base.extend<{ trouble: Trouble; closeOtherContexts: undefined }, { endOfShared: undefined }>({
  // Stops the shared product when this worker process ends.
  endOfShared: [
    async ({}, use) => {
      await use(undefined);
      await shared?.then((product) => product.dispose());
    },
    { scope: 'worker', auto: true },
  ],
  // This holds for all browser contexts of the test.
  serviceWorkers: async ({}, use, { tags }) => {
    await use(tags.includes(ONLINE.tag) ? 'block' : 'allow');
  },
  // Closes the contexts that a test has opened itself, because a slowed page would go on working and polling until its browser ends.
  closeOtherContexts: [
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
 * The product of all files of this process that need no other configuration: starting one takes longer than many a test. Each test has
 * people of its own, and what one stops, it starts again.
 */
let shared: Promise<Product> | null = null;

/** Uses the product that all files of this process share, and starts it for the first. Lets `page.goto('/path')` go there. */
export function useProduct(): () => Product {
  return useProductOf(async () => {
    shared ??= startProduct();
    return shared;
  });
}

/**
 * The same with a product that no other file has, for tests that change what holds for everybody, or count all that is there. `env` is a
 * function, because some of its values are known only when the tests run.
 */
export function useOwnProduct(env: () => Promise<Record<string, string>> = async () => ({})): () => Product {
  let own: Product | null = null;
  const product = useProductOf(async () => {
    own = await startProduct(await env());
    return own;
  });
  test.afterAll(() => own?.dispose());
  return product;
}

/** The product of the file whose tests run. */
let current: Product | null = null;

/** The key to the mails of the product of the file whose tests run. */
export function mailboxKey(): string {
  return current === null ? '' : mailboxKeyAt(current.url) ?? '';
}

/** The mailbox at the product itself, because it answers nobody who comes through a proxy that says so. */
export function mailboxAddress(): string {
  return `${current?.url ?? ''}/api/mailbox`;
}

function useProductOf(start: () => Promise<Product>): () => Product {
  let product: Product | null = null;
  const getProduct = (): Product => {
    if (product === null) throw new Error('The product has not been started.');
    return product;
  };
  test.beforeAll(async () => {
    product = await start();
    current = product;
  });
  siteAt(() => product?.url);
  return getProduct;
}

/**
 * Lets `page.goto('/path')` go to this site. `url` may return undefined before `beforeAll`, because Playwright asks already there, and again
 * for each test.
 */
export function siteAt(url: () => string | undefined): void {
  test.use({
    // The empty pattern tells Playwright that this needs no other fixture.
    baseURL: async ({}, use) => {
      await use(url());
    },
  });
}

const NO_WORKER_REQUESTS = 'PLAYWRIGHT_DISABLE_SERVICE_WORKER_NETWORK';

/**
 * Keeps Playwright from following each request of a service worker, which takes a fifth of an installation. It is for files that neither
 * switch a browser's network off nor route or read such requests. Playwright reads the variable when a service worker starts.
 */
export function ignoreWorkerRequests(): void {
  test.beforeAll(() => {
    process.env[NO_WORKER_REQUESTS] = '1';
  });
  test.afterAll(() => {
    // The variable is deleted, because an empty one would still be set.
    Reflect.deleteProperty(process.env, NO_WORKER_REQUESTS);
  });
}
