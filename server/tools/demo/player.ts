/** A player in their browser, and what they do in it: sign up and in, pay in, take money out. */
import { activateEmail, confirmPassword, signIn, signOut, signUp } from '../../../src/core/contract/auth';
import { createDeposit } from '../../../src/core/contract/cashier';
import type { DepositMethod } from '../../../src/core/contract/cashier';
import { verifyIdentity } from '../../../src/core/contract/identity';
import { getBalance } from '../../../src/core/contract/player';
import { listPromotions } from '../../../src/core/contract/promotions';
import { addBankAccount, createWithdrawal, getWithdrawalOptions } from '../../../src/core/contract/withdrawals';
import type { PromotionId } from '../../../src/core/promotions';
import { MINUTE_MS, SECOND_MS } from '../../../src/core/time';
import { readMailbox } from '../../gateways';
import { Browser } from './browser';
import { runPayments } from './jobs';
import type { Person } from './people';
import type { Random } from './random';
import type { DemoStage } from './stage';

export interface Player extends Person {
  readonly browser: Browser;
  readonly random: Random;
  readonly stage: DemoStage;
  /** Null before the account was opened. */
  userId: string | null;
  bankAccountId: string | null;
  /** Of the visit: a player plays in one window at a time. */
  playWindow: string;
  isVerified: boolean;
}

/** A key as the app makes it: hexadecimal. */
export const keysOf = (random: Random) => (): string => random.bytes(16).toString('hex');

const windowOf = (random: Random): string => random.bytes(16).toString('hex');

export function playerOf(person: Person, stage: DemoStage, random: Random): Player {
  return { ...person, stage, random, browser: new Browser(stage.app, person.seat, keysOf(random)), userId: null, bankAccountId: null, playWindow: '', isVerified: false };
}

/** Opens the account and confirms the e-mail by the link in the mail. */
export async function join(player: Player): Promise<void> {
  const { browser, body, stage, random } = player;
  browser.session = await browser.call(signUp, { body });
  player.userId = browser.session.userId;
  player.playWindow = windowOf(random);
  stage.clock.pass(random.between(20, 200) * SECOND_MS);
  const [mail] = await readMailbox(stage.pool, body.email);
  const token = /activate-email\?token=([0-9A-Za-z_-]+)/.exec(mail?.text ?? '')?.[1];
  if (token === undefined) throw new Error(`${body.username} got no mail.`);
  await browser.call(activateEmail, { body: { token } });
}

export async function arrive(player: Player): Promise<void> {
  const { browser, body, random } = player;
  browser.session = await browser.call(signIn, { body: { username: body.username, password: body.password } });
  player.playWindow = windowOf(random);
}

/** Signs out, or just closes the page as many do. */
export async function depart({ browser, random }: Player): Promise<void> {
  if (browser.session !== null && random.chance(0.5)) await browser.call(signOut, {});
  browser.leave();
}

export async function showIdentity(player: Player): Promise<void> {
  await player.browser.call(verifyIdentity, { params: player.browser.params, body: { number: player.nin, consent: true, wordingVersion: '1.1' } });
  player.isVerified = true;
}

/** Naira of the player's own. */
export async function balanceOf({ browser }: Player): Promise<number> {
  const { items } = await browser.call(getBalance, { params: browser.params });
  return items.find(({ type }) => type === 'Real')?.amount ?? 0;
}

export interface Payment {
  readonly naira: number;
  readonly method?: DepositMethod;
  readonly promotionId?: PromotionId;
  /** What becomes of it at the simulated bank; see `server/gateways/README.md`. */
  readonly outcome?: 'paid' | 'failed' | 'cancelled' | 'wrong-amount' | 'never';
}

/** Starts a deposit, pays it as the simulator asks for it, and waits for its notification. */
export async function payIn(player: Player, { naira, method = player.random.pick(player.methods), promotionId, outcome = 'paid' }: Payment): Promise<string> {
  const { browser, stage, random, bankCode } = player;
  const { items: offers } = await browser.call(listPromotions, {});
  const promotion = offers.find((each) => each.promotionId === promotionId);
  const { depositId, next } = await browser.call(createDeposit, {
    params: browser.params,
    body: {
      method, amount: naira, currency: 'NGN', again: true, ...(method === 'ussd' && { bankCode }),
      ...(promotion !== undefined && promotionId !== undefined && { promotion: { promotionId, version: promotion.version } }),
    },
  });
  stage.clock.pass(random.between(15, 150) * SECOND_MS);
  const path = next?.type === 'redirect' ? new URL(next.url).pathname : await findPayPage(browser, next?.type === 'account' ? next.accountNumber : next?.type === 'ussd' ? next.code : '');
  const { location } = await browser.submit(path, { outcome });
  if (location !== undefined) {
    const { pathname, search } = new URL(location, 'http://localhost');
    await browser.open(`${pathname}${search}`);
  }
  await runPayments(stage.platform);
  return depositId;
}

/** Looks up an account number or a code on the page of the simulated bank. */
async function findPayPage(browser: Browser, payTo: string): Promise<string> {
  const { location } = await browser.open(`/api/simulator/pay?${new URLSearchParams({ to: payTo }).toString()}`);
  if (location === undefined) throw new Error(`The simulator knows no payment for ${payTo}.`);
  return location;
}

export interface Withdrawal {
  /** Default: all that may be paid out now, in whole thousands where there is so much. */
  readonly naira?: number;
  readonly unplayed?: 'mistake';
}

/** Asks for a withdrawal to the player's bank account, which is opened at the simulated bank first. Returns the naira asked for. */
export async function takeOut(player: Player, { naira, unplayed }: Withdrawal = {}): Promise<number> {
  const { browser, stage, random } = player;
  const { params } = browser;
  if (!player.isVerified) await showIdentity(player);
  player.bankAccountId ??= await openBankAccount(player);
  const options = await browser.call(getWithdrawalOptions, { params });
  const free = Math.min(options.maxAmount, options.turnover?.free ?? options.maxAmount);
  const rounded = free >= 2_000 ? Math.floor(free / 1_000) * 1_000 : free;
  const amount = naira ?? rounded;
  if (amount < options.minAmount) return 0;
  stage.clock.pass(random.between(10, 60) * SECOND_MS);
  // The first payout to an account asks for the password.
  await browser.call(confirmPassword, { params, body: { password: player.body.password } });
  await browser.call(createWithdrawal, { params, body: { bankAccountId: player.bankAccountId, amount, currency: 'NGN', ...(unplayed !== undefined && { unplayed }) } });
  stage.clock.pass(2 * MINUTE_MS);
  await runPayments(stage.platform);
  return amount;
}

async function openBankAccount({ browser, accountNumber, bankCode, body }: Player): Promise<string> {
  await browser.submit('/api/simulator/bank', { holder: `${body.lastname} ${body.firstname}`, number: accountNumber });
  return (await browser.call(addBankAccount, { params: browser.params, body: { bankCode, accountNumber } })).bankAccountId;
}
