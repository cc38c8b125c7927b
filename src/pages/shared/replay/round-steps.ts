/** The steps of a round of several steps, worked out from its seeds once these are public. */
import type { RoundHistoryItem } from '../../../core/contract/games';
import { drawsFrom } from '../../../core/fairness/draws';
import { nairaToKobo } from '../../../core/money';
import type { Kobo } from '../../../core/money';
import type { GameFace, Showing } from '../../../games/face';

type Step = Pick<Showing, 'outcome' | 'stake' | 'win' | 'isOpen'>;

/**
 * The round after the deal, after each action, and after its end where the player left it alone. It is null where there are no steps, or
 * where the seeds give another end than the platform: the page then shows the end of the platform, and the check reports the difference.
 */
export function stepsOf({ engine }: GameFace, round: RoundHistoryItem, serverSeed: string): readonly Step[] | null {
  const { actions, abandoned = false, bet, firstStake, fairness } = round;
  if (!('runUnchecked' in engine) || actions === undefined || firstStake === undefined || fairness === undefined) return null;
  const stake: Kobo | null = nairaToKobo(firstStake);
  if (stake === null) return null;
  const { clientSeed, nonce } = fairness;
  const ends = [...actions.keys(), actions.length].map((count) => ({ count, isLeft: false }));
  if (abandoned) ends.push({ count: actions.length, isLeft: true });
  const steps: Step[] = [];
  for (const { count, isLeft } of ends) {
    const draws = drawsFrom({ serverSeed, clientSeed, nonce });
    const run = engine.runUnchecked({ stake, bet, draws, actions: actions.slice(0, count), abandoned: isLeft });
    if (!run.ok) return null;
    steps.push({ outcome: run.view, stake: run.staked, win: run.win, isOpen: !run.isOver });
  }
  return steps.at(-1)?.win === nairaToKobo(round.win) ? steps : null;
}
