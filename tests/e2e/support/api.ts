/** The platform's calls as a test makes them, with the cookies of a browser's context: to prepare, and to compare with. */
import type { APIResponse, BrowserContext, Page } from '@playwright/test';
import * as z from 'zod/mini';
import { sessionAnswer } from '../../../src/core/contract/auth';
import { deposit, listDeposits, listTransactions } from '../../../src/core/contract/cashier';
import type { Deposit, Transaction } from '../../../src/core/contract/cashier';
import { listRounds } from '../../../src/core/contract/games';
import type { RoundHistoryItem } from '../../../src/core/contract/games';
import type { Problem } from '../../../src/core/contract/problem';
import { listPromotions } from '../../../src/core/contract/promotions';
import type { Proof } from '../../../src/core/contract/proof-of-work';
import { balance } from '../../../src/core/contract/player';
import type { PromotionId } from '../../../src/core/promotions';
import { solvePuzzle } from '../../support/puzzle';
import { expect, mailboxAddress, mailboxKey } from './test';
import { newPerson } from './people';
import type { Person } from './people';

export interface Account extends Person {
  readonly sessionId: string;
  readonly userId: string;
}

interface Ids {
  readonly sessionId: string;
  readonly userId: string;
}

async function antiForgeryToken(context: BrowserContext): Promise<string> {
  const cookie = (await context.cookies()).find(({ name }) => name === 'XSRF-TOKEN');
  return decodeURIComponent(cookie?.value ?? '');
}

/** Solves the puzzle of a busy platform, as the app does, because all accounts of the tests come from one address. */
async function proofFor(answer: APIResponse): Promise<Proof | null> {
  if (answer.status() !== 429) return null;
  const problem = (await answer.json()) as Problem;
  return problem.code === 'proof-of-work' ? solvePuzzle(problem) : null;
}

async function bodyOf(answer: APIResponse): Promise<unknown> {
  const text = await answer.text();
  if (!answer.ok()) throw new Error(`${answer.url()} answered ${answer.status()}: ${text}`);
  return text === '' ? null : JSON.parse(text);
}

/** One call below `/api/v1`; throws for anything but success. */
export async function call(
  context: BrowserContext,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  options: { readonly sessionId?: string; readonly body?: unknown; readonly key?: string } = {},
): Promise<unknown> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (options.sessionId !== undefined) headers['x-sessionid'] = options.sessionId;
  if (options.key !== undefined) headers['idempotency-key'] = options.key;
  if (method !== 'GET') {
    if ((await antiForgeryToken(context)) === '') await context.request.get('/api/v1/auth/anti-forgery');
    headers['x-xsrf-token'] = await antiForgeryToken(context);
  }
  const send = (body: unknown) => context.request.fetch(`/api/v1${path}`, {
    method, headers, ...(body !== undefined && { data: body }),
    // The fault proxy may have cut a kept connection, so reads and calls with a key are sent again on a new one.
    maxRetries: method === 'GET' || options.key !== undefined ? 2 : 0,
  });
  const { body } = options;
  const answer = await send(body);
  const proof = await proofFor(answer);
  return bodyOf(proof !== null && typeof body === 'object' ? await send({ ...body, proof }) : answer);
}

const mailbox = z.object({ items: z.array(z.object({ text: z.string() })) });

/** Returns the newest link in the mails to `email` whose path on the site begins with `to`. */
export async function mailedLink(context: BrowserContext, email: string, to: string): Promise<string> {
  const answer = await context.request.get(mailboxAddress(), { params: { to: email, key: mailboxKey() }, headers: { accept: 'application/json' } });
  const { items } = mailbox.parse(await bodyOf(answer));
  const links = items.flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? []);
  const paths = links.map((link) => new URL(link)).map(({ pathname, search }) => pathname + search);
  const path = paths.find((each) => each.startsWith(to));
  if (path === undefined) throw new Error(`There is no mail with a link to ${email}.`);
  return path;
}

export const activationLink = (context: BrowserContext, email: string): Promise<string> => mailedLink(context, email, '/activate-email?token=');

/** Money in by a deposit that the simulator pays at once; whole naira, which become one kobo more. */
export async function payIn(context: BrowserContext, { sessionId, userId }: Ids, naira: number): Promise<void> {
  const path = `/player/${userId}/deposits`;
  const body = { method: 'mobile-money', amount: naira + 0.01, currency: 'NGN', again: true };
  const started = await call(context, 'POST', path, { sessionId, key: `e2e-${crypto.randomUUID()}`, body });
  const { depositId } = deposit.parse(started);
  const state = async () => deposit.parse(await call(context, 'GET', `${path}/${depositId}`, { sessionId })).state;
  await expect.poll(state, { timeout: 20_000 }).toBe('success');
}

/** Claims a promotion as its terms are now. */
export async function claim(context: BrowserContext, { sessionId, userId }: Ids, promotionId: PromotionId): Promise<void> {
  const { items } = z.parse(listPromotions.answer, await call(context, 'GET', '/promotions'));
  const body = { version: items.find((each) => each.promotionId === promotionId)?.version };
  await call(context, 'POST', `/player/${userId}/promotions/${promotionId}/claim`, { sessionId, key: `e2e-${crypto.randomUUID()}`, body });
}

interface Wanted {
  readonly activated?: boolean;
  /** The money on the account, plus one kobo; it needs an activated e-mail. */
  readonly naira?: number;
  /** True: the player was not asked about limits yet. By default the question is answered, so that the first press stakes at once. */
  readonly unasked?: boolean;
  /** The person, where a test needs a certain one. */
  readonly person?: Partial<Person>;
}

/** An account made by calls alone. */
export async function openAccount(
  context: BrowserContext,
  { activated = true, naira = 0, unasked = false, person: given = {} }: Wanted = {},
): Promise<Account> {
  const person = { ...newPerson(), ...given };
  const body = { ...person, acceptTerms: true, consents: [] };
  const ids = sessionAnswer.parse(await call(context, 'POST', '/auth/sign-up', { body }));
  if (activated) {
    const token = new URL(await activationLink(context, person.email), 'http://site').searchParams.get('token');
    await call(context, 'POST', '/auth/activate-email', { body: { token } });
  }
  if (!unasked) await call(context, 'POST', `/player/${ids.userId}/limits-offer`, { sessionId: ids.sessionId });
  if (naira > 0) await payIn(context, ids, naira);
  return { ...person, sessionId: ids.sessionId, userId: ids.userId };
}

/** Puts the session where the app keeps it; the next page that opens finds it. */
export async function putSession(page: Page, ids: Ids): Promise<void> {
  await page.goto('/version.json');
  await page.evaluate(({ sessionId, userId }) => {
    localStorage.setItem('userId', userId);
    localStorage.setItem('sessionId', sessionId);
  }, { sessionId: ids.sessionId, userId: ids.userId });
}

/** An account, its session in the browser, and the lobby open with a live balance on it. */
export async function enterAsPlayer(
  page: Page,
  options: { readonly activated?: boolean; readonly naira?: number } = {},
): Promise<Account> {
  const account = await openAccount(page.context(), options);
  await putSession(page, account);
  await page.goto('/');
  return account;
}

export interface Money {
  /** Kobo. */
  readonly real: number;
  readonly deposits: readonly Deposit[];
  readonly rounds: readonly RoundHistoryItem[];
  readonly transactions: readonly Transaction[];
}

export const inKobo = (naira: number): number => Math.round(naira * 100);

/** Everything that the platform knows of a player's money. */
export async function moneyOf(context: BrowserContext, { sessionId, userId }: Ids): Promise<Money> {
  const get = (name: string) => call(context, 'GET', `/player/${userId}/${name}`, { sessionId });
  const { items } = balance.parse(await get('balance'));
  return {
    real: inKobo(items.find(({ type }) => type === 'Real')?.amount ?? Number.NaN),
    deposits: listDeposits.answer.parse(await get('deposits')).items,
    rounds: listRounds.answer.parse(await get('rounds')).items,
    transactions: listTransactions.answer.parse(await get('transactions')).items,
  };
}
