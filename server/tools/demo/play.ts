/** Plays rounds for money as the app does: each bet names the draw and the rules that it is for, and brings a part of its own. */
import { getFairness, playAction, playRound } from '../../../src/core/contract/games';
import type { RoundAnswer } from '../../../src/core/contract/games';
import { blackjackPoints, blackjackView } from '../../../src/core/games/blackjack';
import { minesView } from '../../../src/core/games/mines';
import { RULES_VERSIONS } from '../../../src/core/games/rules/versions';
import { SECOND_MS } from '../../../src/core/time';
import type { Player } from './player';
import type { Random } from './random';

interface Play {
  /** Naira; smaller stakes become this. */
  readonly least: number;
  readonly bet: (random: Random, stakeNaira: number) => Record<string, unknown>;
  /** The next action of a round that is open. */
  readonly act?: (round: RoundAnswer) => Record<string, unknown>;
}

const slot: Play = { least: 10, bet: () => ({}) };

export const PLAYS = {
  'adire-gold': slot, 'lagos-nights': slot, 'talking-drum': slot, harmattan: slot, 'suya-spot': slot, 'zuma-rock': slot, 'nollywood-reel': slot,
  roulette: { least: 50, bet: (random, naira) => ({ bets: [{ spot: random.pick(['red', 'black', 'odd', 'even', 'dozen-1', 'dozen-3', '7', '17']), stake: naira * 100 }] }) },
  dice: { least: 100, bet: (random) => ({ under: random.pick([2_500, 5_000, 5_000, 7_500, 9_000]) }) },
  plinko: { least: 50, bet: (random) => ({ risk: random.pick(['low', 'medium', 'high']) }) },
  mines: { least: 100, bet: (random) => ({ mines: random.between(2, 5) }), act: actInMines },
  blackjack: { least: 100, bet: () => ({}), act: actInBlackjack },
} as const satisfies Readonly<Record<string, Play>>;
export type PlayedGame = keyof typeof PLAYS;
export const PLAYED_GAMES = Object.keys(PLAYS) as [PlayedGame, ...PlayedGame[]];

/** Opens the cells in order; after three of them it is enough. */
function actInMines({ outcome }: RoundAnswer): Record<string, unknown> {
  const { opened } = minesView.parse(outcome);
  const cell = [12, 6, 18].find((each) => !opened.includes(each));
  return cell === undefined ? { kind: 'cash-out' } : { kind: 'open', cell };
}

/** Plays as a careful beginner: another card below 16. */
function actInBlackjack({ outcome }: RoundAnswer): Record<string, unknown> {
  const { hands } = blackjackView.parse(outcome);
  const { points } = blackjackPoints(hands.find(({ isDone }) => !isDone)?.cards ?? []);
  return { kind: points < 16 ? 'hit' : 'stand' };
}

export interface Session {
  readonly game: PlayedGame;
  readonly rounds: number;
  /** Naira. */
  readonly stake: number;
  /** Replaces the game's usual bets. */
  readonly bet?: Record<string, unknown>;
}

/** Plays until the rounds are over or the money is, and returns the balance in naira. */
export async function playSome(player: Player, { game, rounds, stake, bet }: Session, startBalance: number): Promise<number> {
  const { browser, stage, random, playWindow } = player;
  const { params } = browser;
  const play: Play = PLAYS[game];
  const naira = Math.max(stake, play.least);
  const pair = await browser.call(getFairness, { params });
  let [balance, nonce] = [startBalance, pair.nonce];
  for (let count = 0; count < rounds && balance >= naira; count += 1) {
    stage.clock.pass(random.between(6, 14) * SECOND_MS);
    const seeds = { commit: pair.commit, clientSeed: pair.clientSeed, nonce, part: random.bytes(16).toString('hex'), rules: RULES_VERSIONS[game] };
    let round = await browser.call(playRound, {
      params: { ...params, gameId: game }, body: { stake: naira, currency: 'NGN', bet: bet ?? play.bet(random, naira), seeds, playWindow },
    });
    while (round.state === 'open' && play.act !== undefined) {
      stage.clock.pass(random.between(2, 5) * SECOND_MS);
      const { commit, clientSeed, nonce: drawn } = round.fairness;
      round = await browser.call(playAction, {
        params: { ...params, roundId: round.roundId },
        body: { action: play.act(round), step: round.step ?? 0, seeds: { commit, clientSeed, nonce: drawn } },
      });
    }
    ({ balance } = round);
    nonce += 1;
  }
  return balance;
}
