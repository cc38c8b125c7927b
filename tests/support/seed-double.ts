/**
 * Plays a platform's part in seeds and rounds, honestly or not, so that a test sees whether the app notices. It knows one player, and of
 * money only the balance. Calls are told apart by the end of their path.
 */
import { createHash, randomBytes } from 'node:crypto';
import { commitOf, drawsFrom } from '../../src/core/fairness/draws';
import type { AnyEngine } from '../../src/core/games/engine';
import { engines } from '../../src/core/games/registry';
import { kobo } from '../../src/core/money';

/**
 * How the platform cheats, if it does. `grinds`: after each bet it takes a pair of seeds with which the bet loses, and reveals it later like
 * any other. `hides`: it uses up draws that would win, and says nothing. `forgets`: it replaces the pair in use by one that it never
 * announced, and never names the old one again. `refuses-winners`: it refuses bets that would win. `ends-pairs`: it ends the pair whenever
 * the next draw would win, as far as it knows that before the bet, and begins the announced one. `turns-from-winners`: it does that once it
 * has the bet. `picks-rules`: it plays by its own rules, whatever rules the bet named.
 */
export type Conduct = 'honest' | 'grinds' | 'hides' | 'forgets' | 'refuses-winners' | 'ends-pairs' | 'turns-from-winners' | 'picks-rules';

interface Pair {
  readonly commit: string;
  readonly serverSeed: string;
  clientSeed: string;
  by: 'player' | 'platform';
  nonce: number;
}

interface SentSeeds {
  readonly commit: string;
  readonly clientSeed: string;
  readonly nonce: number;
  readonly part?: string;
  readonly rules?: string;
}

interface SentBet {
  readonly stake: number;
  readonly bet: unknown;
  readonly seeds?: SentSeeds;
}

/** The rules that its rounds name, and the engine that plays them. An honest platform plays the rules that it names. */
export interface DoubleRules {
  readonly version: string;
  readonly engine: AnyEngine;
}

export interface DoubleAnswer {
  readonly status: number;
  readonly body: unknown;
}

const AT = '2026-11-21T08:13:00Z';
const PAGE = 100;

function newPair(): Pair {
  const serverSeed = randomBytes(32).toString('hex');
  return { serverSeed, commit: commitOf(serverSeed), clientSeed: randomBytes(8).toString('hex'), by: 'platform', nonce: 0 };
}

/** A hundred naira on red. The platform that ends pairs expects this bet before it comes. */
const EXPECTED_BET: SentBet = { stake: 100, bet: { bets: [{ spot: 'red', stake: 10_000 }] } };

/** Makes the client seed of a round: the client seed of the pair, and the bet's own part behind it. */
const roundClientSeed = (clientSeed: string, { seeds }: SentBet): string => (seeds?.part === undefined ? clientSeed : `${clientSeed} ${seeds.part}`);

const toPublic = ({ commit, clientSeed, nonce }: Pair) => ({ commit, clientSeed, nonce });
const problem = (status: number, code: string, current?: unknown): DoubleAnswer => ({
  status, body: { title: code, status, code, ...(current !== undefined && { current }) },
});

export class SeedDouble {
  conduct: Conduct;
  /** Null: rounds name no rules, and are played by those of this build. */
  rules: DoubleRules | null = null;
  /** Naira. */
  balance = 1_000_000;
  /** False: it is a platform of the version before, whose bets have no part of their own. */
  takesParts = true;
  /** False: it takes no version of the rules with a bet, though its rounds may name one. */
  takesRules = true;
  active = newPair();
  next = newPair();
  readonly revealed: Pair[] = [];
  readonly rounds: Record<string, unknown>[] = [];
  readonly refused: Record<string, unknown>[] = [];
  /** The bodies of all bets that came, in order. */
  readonly sent: SentBet[] = [];
  #keys = new Map<string, DoubleAnswer>();

  constructor(conduct: Conduct) {
    this.conduct = conduct;
  }

  fairness(): Record<string, unknown> {
    this.#endPair();
    const [previous] = this.revealed;
    return {
      ...toPublic(this.active), clientSeedBy: this.active.by, nextCommit: this.next.commit, ...(this.takesParts && { takesParts: true }),
      ...(this.rules !== null && this.takesRules && { takesRules: true }),
      previous: previous === undefined ? null : { ...toPublic(previous), serverSeed: previous.serverSeed },
    };
  }

  /** Ends the pair for `ends-pairs`. The platform gains by this only while it knows the whole draw before the bet. */
  #endPair(): void {
    if (this.conduct !== 'ends-pairs' || this.active.by !== 'player') return;
    if (this.#drawOf('roulette', EXPECTED_BET, this.active, this.active.nonce).win > EXPECTED_BET.stake) this.rotate();
  }

  rotate(clientSeed?: string): void {
    this.revealed.unshift(this.active);
    this.active = this.next;
    if (clientSeed !== undefined) Object.assign(this.active, { clientSeed, by: 'player' });
    this.next = newPair();
  }

  /** Drops the pair in use, and the one that was announced. */
  forget(): void {
    this.active = newPair();
    this.next = newPair();
  }

  /** Adds refused bets that nobody sent to the list, with parts for which they lose. */
  inventRefused(count: number): void {
    const { commit, clientSeed, nonce } = this.active;
    const most = this.refused.length + count;
    while (this.refused.length < most) {
      const part = randomBytes(16).toString('hex');
      const sent: SentBet = { ...EXPECTED_BET, seeds: { commit, clientSeed, nonce, part } };
      if (this.#drawOf('roulette', sent, this.active, nonce).win === 0) this.#refuse(429, 'cycle-too-short', 'roulette', sent, part);
    }
  }

  /** Answers a call; returns null for one that is not about seeds, rounds or keys. `path` has no query. */
  answer(method: string, path: string, body: unknown, key: string | null, query = new URLSearchParams()): DoubleAnswer | null {
    const name = `${method} ${path.replace(/^.*\/player\/[^/]+\//, '').replace(/games\/[^/]+\//, 'games/')}`;
    const gameId = /games\/([^/]+)\/rounds$/.exec(path)?.[1];
    switch (name) {
      case 'GET fairness': return { status: 200, body: this.fairness() };
      case 'GET fairness/revealed': return this.#page(this.revealed.map((pair) => ({ ...toPublic(pair), serverSeed: pair.serverSeed, revealedAt: AT })), query);
      case 'GET fairness/refused-bets': return this.#page(this.refused, query);
      case 'GET rounds': return this.#history(query);
      case 'PUT fairness/client-seed': return this.#choose(body as SentSeeds);
      case 'POST fairness/rotate': return this.#rotateFor(body as Partial<SentSeeds> | undefined);
      case 'POST games/rounds': return this.#once(key ?? '', () => this.#play(gameId ?? '', body as SentBet, key ?? ''));
      default: break;
    }
    const askedKey = /^GET operations\/(.+)$/.exec(name)?.[1];
    if (askedKey === undefined) return null;
    const answer = this.#keys.get(askedKey);
    if (answer === undefined) return problem(404, 'not-found');
    return { status: 200, body: { key: askedKey, kind: 'round', state: 'done', answer } };
  }

  #page(items: readonly unknown[], query: URLSearchParams): DoubleAnswer {
    const from = Number(query.get('cursor') ?? 0);
    return { status: 200, body: { items: items.slice(from, from + PAGE), next: from + PAGE < items.length ? String(from + PAGE) : null } };
  }

  #history(query: URLSearchParams): DoubleAnswer {
    const page = this.#page(this.rounds.toReversed(), query).body as { items: Record<string, unknown>[] };
    const items = page.items.map((round) => ({ ...round, balanceBefore: 0, balanceAfter: 0 }));
    return { status: 200, body: { ...page, items, totals: { rounds: 0, staked: 0, won: 0, net: 0 } } };
  }

  #choose({ clientSeed, commit }: SentSeeds): DoubleAnswer {
    if (commit !== this.active.commit) return problem(409, 'conflict');
    if (this.active.nonce > 0) this.rotate(clientSeed);
    else Object.assign(this.active, { clientSeed, by: 'player' });
    return { status: 200, body: this.fairness() };
  }

  #rotateFor(body: Partial<SentSeeds> | undefined): DoubleAnswer {
    if (body?.commit !== undefined && body.commit !== this.next.commit) return problem(409, 'conflict');
    this.rotate(body?.clientSeed);
    return { status: 200, body: this.fairness() };
  }

  #once(key: string, play: () => DoubleAnswer): DoubleAnswer {
    const answer = this.#keys.get(key) ?? play();
    this.#keys.set(key, answer);
    return answer;
  }

  #drawOf(gameId: string, sent: SentBet, { serverSeed, clientSeed }: Pair, nonce: number): { outcome: unknown; win: number } {
    const draws = drawsFrom({ serverSeed, clientSeed: roundClientSeed(clientSeed, sent), nonce });
    const engine = this.rules?.engine ?? engines.get(gameId);
    const round = engine?.playUnchecked({ stake: kobo(sent.stake * 100), bet: sent.bet, draws });
    if (round?.ok !== true) throw new Error(`${gameId} must play`);
    return { outcome: round.outcome, win: round.win / 100 };
  }

  #play(gameId: string, sent: SentBet, key: string): DoubleAnswer {
    this.sent.push(sent);
    const wins = (pair: Pair, nonce: number) => this.#drawOf(gameId, sent, pair, nonce).win > sent.stake;
    if (this.conduct === 'hides') while (wins(this.active, this.active.nonce)) this.active.nonce += 1;
    if (this.conduct === 'forgets') this.forget();
    const { seeds } = sent;
    const fits = seeds === undefined || JSON.stringify(toPublic(this.active)) === JSON.stringify(toPublic({ ...this.active, ...seeds }));
    if (!fits) return this.#refuse(409, 'seed-changed', gameId, sent, key);
    const hasOtherRules = seeds?.rules !== undefined && seeds.rules !== this.rules?.version && this.conduct !== 'picks-rules';
    if (hasOtherRules) return this.#refuse(409, 'rules-changed', gameId, sent, key);
    if (this.conduct === 'turns-from-winners' && wins(this.active, this.active.nonce)) {
      this.rotate();
      return this.#refuse(409, 'seed-changed', gameId, sent, key);
    }
    if (this.conduct === 'refuses-winners' && wins(this.active, this.active.nonce)) return this.#refuse(422, 'stake-out-of-range', gameId, sent, key);
    if (this.conduct === 'grinds') this.#grind((pair) => !wins(pair, 0));
    return this.#draw(gameId, sent);
  }

  /** Replaces the pair in use by one with which the bet loses, and names it as if it had always been in use. */
  #grind(loses: (pair: Pair) => boolean): void {
    const { clientSeed, by } = this.active;
    let pair = { ...newPair(), clientSeed, by };
    while (!loses(pair)) pair = { ...newPair(), clientSeed, by };
    if (this.active.nonce > 0) this.revealed.unshift(this.active);
    this.active = pair;
  }

  #refuse(status: number, code: string, gameId: string, sent: SentBet, key: string): DoubleAnswer {
    const { stake, bet, seeds } = sent;
    if (seeds !== undefined) {
      const { commit, clientSeed, nonce } = seeds;
      this.refused.unshift({ key, gameId, stake, bet, commit, clientSeed: roundClientSeed(clientSeed, sent), nonce, code, at: AT });
    }
    return problem(status, code, code === 'seed-changed' ? this.fairness() : undefined);
  }

  #draw(gameId: string, sent: SentBet): DoubleAnswer {
    const pair = this.active;
    const { outcome, win } = this.#drawOf(gameId, sent, pair, pair.nonce);
    this.balance += win - sent.stake;
    const fairness = { ...toPublic(pair), clientSeed: roundClientSeed(pair.clientSeed, sent), ...(this.rules && { rules: this.rules.version }) };
    const round = {
      roundId: createHash('sha256').update(`${pair.commit}${pair.nonce}`).digest('hex').slice(0, 16), gameId, stake: sent.stake, currency: 'NGN', outcome, win,
      balance: this.balance, version: this.rounds.length + 2, fairness, bet: sent.bet, at: AT,
    };
    pair.nonce += 1;
    this.rounds.push(round);
    return { status: 201, body: round };
  }
}
