/** Rounds as the platform told them, made into what is shown. Pure. */
import { roundAnswer } from '../../core/contract/games';
import type { RoundAnswer } from '../../core/contract/games';
import { isFinal } from '../../core/intent';
import type { Intent } from '../../core/intent';
import { nairaToKobo, subKobo } from '../../core/money';
import type { Kobo } from '../../core/money';
import type { Showing } from '../../games/face';
import { bonusPartOf, realWinOf } from './bonus-part';
import type { BonusPart } from './bonus-part';

/** A round on the stage, with what the page has to know of it beside what the stage draws. */
export interface Drawn {
  readonly showing: Showing;
  readonly bonusPart: BonusPart | null;
  /** While it is shown: the balance without its win. */
  readonly balanceBefore: Kobo | null;
  /** What the next action is sent to; null for a round that is over. */
  readonly open: OpenAt | null;
  readonly roundId: string;
  /** Actions so far. */
  readonly step: number;
  /** The rule for unfinished rounds ended it, at this time (ISO); null for all others. */
  readonly settledAt: string | null;
}

export interface OpenAt {
  readonly roundId: string;
  readonly step: number;
  readonly firstStake: number;
}

/** A confirmed round as something to show; null where amounts don't fit. `bet`: as it was sent. */
export function showingOf(key: string, answer: RoundAnswer, moving: boolean, bet?: unknown): Showing | null {
  const [stake, win] = [nairaToKobo(answer.stake), nairaToKobo(answer.win)];
  if (stake === null || win === null) return null;
  return { key, outcome: answer.outcome, bet: answer.bet ?? bet, stake, win, moving, isOpen: answer.state === 'open' };
}

/** Null for what is no round's answer. */
export function drawnOf(key: string, told: unknown, moving: boolean, body?: unknown): Drawn | null {
  const fit = roundAnswer.safeParse(told);
  if (!fit.success) return null;
  const answer = fit.data;
  const bet = typeof body === 'object' && body !== null && 'bet' in body ? body.bet : undefined;
  const showing = showingOf(key, answer, moving, bet);
  if (showing === null) return null;
  const { roundId, step = 0, firstStake = answer.stake } = answer;
  const balance = nairaToKobo(answer.balance);
  return {
    showing,
    bonusPart: bonusPartOf(answer),
    // Of a win of bonus money nothing is in the balance.
    balanceBefore: balance === null ? null : subKobo(balance, realWinOf(answer, showing.win)),
    open: answer.state === 'open' ? { roundId, step, firstStake } : null,
    roundId,
    step,
    settledAt: answer.abandoned ? answer.at : null,
  };
}

const isOfRound = ({ kind }: Intent): boolean => kind === 'round' || kind === 'action';

/** The last round or step of a game that this device knows the end of. */
export function lastEndedOf(byKey: Readonly<Record<string, Intent>>, gameId: string): Intent | null {
  let last: Intent | null = null;
  for (const intent of Object.values(byKey)) {
    const isEnded = isOfRound(intent) && intent.gameId === gameId && intent.state === 'confirmed';
    if (isEnded && (last === null || intent.at > last.at)) last = intent;
  }
  return last;
}

/** What went out for this game and nobody knows the end of, the oldest first. */
export function openKeyOf(byKey: Readonly<Record<string, Intent>>, gameId: string): string | null {
  const open = Object.values(byKey).filter((intent) => isOfRound(intent) && intent.gameId === gameId && !isFinal(intent));
  return open.sort((a, b) => a.at - b.at)[0]?.key ?? null;
}
