/**
 * A reference implementation of the table games, written from their rules on node's own HMAC. It uses nothing of the engines or of
 * the draws, so that a test which compares the two notices an error in either.
 */
import { createHmac } from 'node:crypto';

export interface Amount {
  readonly win: number;
  readonly staked: number;
  /** The drawn cards, fields or stops. Each game has its own form: see `shownOf` in the tests. */
  readonly shown: readonly (readonly number[])[];
}

type Next = (n: number) => number;

export interface Seeds {
  readonly serverSeed: string;
  readonly clientSeed: string;
  readonly nonce: number;
}

export function reader({ serverSeed, clientSeed, nonce }: Seeds): Next {
  let bytes = Buffer.alloc(0);
  let block = 0;
  return (n) => {
    for (;;) {
      if (bytes.length === 0) {
        bytes = createHmac('sha256', serverSeed).update(`${clientSeed}:${nonce}:${block}`).digest();
        block += 1;
      }
      const word = BigInt(bytes.readUInt32BE());
      bytes = bytes.subarray(4);
      const whole = (2n ** 32n / BigInt(n)) * BigInt(n);
      if (word < whole) return Number(word % BigInt(n));
    }
  };
}

const ODDS: Readonly<Record<number, number>> = { 1: 35, 2: 17, 3: 11, 4: 8, 6: 5, 12: 2, 18: 1 };
const REDS = '1 3 5 7 9 12 14 16 18 19 21 23 25 27 30 32 34 36'.split(' ');
const to36 = Array.from({ length: 36 }, (_, i) => i + 1);

/** The numbers that a bet covers, by its name; null for a name that is none. */
export function covered(spot: string): number[] | null {
  const [word = '', place] = spot.split('-');
  const nth = Number(place);
  if (/^\d/.test(word)) return spot.split('-').map(Number);
  if (word === 'dozen') return to36.slice(12 * nth - 12, 12 * nth);
  if (word === 'column') return to36.filter((n) => n % 3 === nth % 3);
  if (word === 'red') return REDS.map(Number);
  if (word === 'black') return to36.filter((n) => !REDS.includes(String(n)));
  if (word === 'odd' || word === 'even') return to36.filter((n) => (n % 2 === 0) === (word === 'even'));
  return word === 'low' ? to36.slice(0, 18) : word === 'high' ? to36.slice(18) : null;
}

export function roulette(bets: readonly { spot: string; stake: number }[], next: Next): Amount {
  const pocket = next(37);
  let [win, staked] = [0, 0];
  for (const { spot, stake } of bets) {
    const numbers = covered(spot) ?? [];
    if (numbers.includes(pocket)) win += stake + stake * (ODDS[numbers.length] ?? NaN);
    staked += stake;
  }
  return { win, staked, shown: [[pocket]] };
}

export function dice(staked: number, under: number, next: Next): Amount {
  const roll = next(10_000);
  const pays = roll < under ? 99_000_000n / BigInt(under) : 0n;
  return { win: Number((BigInt(staked) * pays) / 10_000n), staked, shown: [[roll]] };
}

const BUCKETS: Readonly<Record<string, string>> = {
  low: '8 3 1.6 1.3 1.1 1 0.46',
  medium: '25 9 4 2 1.1 0.6 0.28',
  high: '150 22 7.5 2 0.7 0.25 0.2',
};

export function plinko(staked: number, risk: string, next: Next): Amount {
  const turns = Array.from(next(4_096).toString(2).padStart(12, '0'), Number);
  const bucket = turns.filter((turn) => turn === 1).length;
  const pays = Number((BUCKETS[risk] ?? '').split(' ')[Math.min(bucket, 12 - bucket)]);
  return { win: Math.round((staked * Math.round(pays * 100)) / 100), staked, shown: [turns] };
}

const factorial = (n: number): bigint => (n <= 1 ? 1n : BigInt(n) * factorial(n - 1));
export const choose = (n: number, k: number): bigint => factorial(n) / (factorial(k) * factorial(n - k));

/** ₦50,000,000 in kobo: no round goes on to where it would pay more. */
const CAP = 50_000_000n * 100n;

/** `opens` in order; ends at a mine, with the last safe cell, before the cap, or by cashing out. */
export function mines(staked: number, m: number, opens: readonly number[], next: Next): Amount {
  const order = to36.slice(0, 25).map((n) => n - 1);
  const laid: number[] = [];
  while (laid.length < m) laid.push(...order.splice(next(order.length), 1));
  const hit = opens.some((cell) => laid.includes(cell));
  const k = opens.length;
  const pays = (opened: number): bigint => (BigInt(staked) * 99n * choose(25, opened)) / (100n * choose(25 - m, opened));
  for (let opened = 1; opened < k; opened += 1) if (pays(opened + 1) > CAP) throw new Error('the round was over before');
  const win = hit ? 0n : pays(k);
  return { win: Number(win), staked, shown: [laid] };
}

/** The best total that is not over 21, else the smallest; every ace tried as 1 and as 11. */
function best(cards: readonly number[]): number {
  let totals = [0];
  for (const card of cards) {
    const pip = card % 13;
    const worth = pip === 0 ? [1, 11] : [pip >= 9 ? 10 : pip + 1];
    totals = [...new Set(totals.flatMap((total) => worth.map((more) => total + more)))];
  }
  const held = totals.filter((total) => total <= 21);
  return held.length > 0 ? Math.max(...held) : Math.min(...totals);
}

export function blackjack(stake: number, actions: readonly string[], next: Next): Amount {
  const left = [...actions];
  const [a, up, b, hole] = [next(52), next(52), next(52), next(52)];
  const dealer = [up, hole];
  const amountOf = (hands: readonly number[][], staked: number, win: number): Amount => ({ win, staked, shown: [dealer, ...hands] });
  const [natural, dealerNatural] = [best([a, b]) === 21, best(dealer) === 21];
  if (natural && dealerNatural) return amountOf([[a, b]], stake, stake);
  if (natural) return amountOf([[a, b]], stake, stake + (stake * 3) / 2);
  if (dealerNatural) return amountOf([[a, b]], stake, 0);

  const hands = [{ cards: [a, b], staked: stake }];
  let i = 0;
  if (left[0] === 'split') {
    left.shift();
    hands.splice(0, 1, { cards: [a, next(52)], staked: stake }, { cards: [b, next(52)], staked: stake });
    if (a % 13 === 0) i = 2;
  }
  for (let hand = hands[i]; hand !== undefined; i += 1, hand = hands[i]) {
    while (best(hand.cards) < 21) {
      const action = left.shift();
      if (action === 'stand') break;
      if (action !== 'hit' && action !== 'double') throw new Error(`no more actions, or a wrong one: ${String(action)}`);
      hand.cards.push(next(52));
      if (action === 'hit') continue;
      hand.staked += stake;
      break;
    }
  }
  if (left.length > 0) throw new Error('actions after the end');
  if (hands.some(({ cards }) => best(cards) <= 21)) while (best(dealer) < 17) dealer.push(next(52));
  const theirs = best(dealer);
  let win = 0;
  for (const { cards, staked } of hands) {
    const mine = best(cards);
    if (mine <= 21 && (theirs > 21 || mine > theirs)) win += 2 * staked;
    else if (mine <= 21 && mine === theirs) win += staked;
  }
  return amountOf(hands.map(({ cards }) => cards), hands.reduce((sum, { staked }) => sum + staked, 0), win);
}
