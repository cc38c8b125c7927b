import { formatNaira, nairaToKobo } from '../../core/money';
import { dateTime } from '../../core/time';
import { buttonClass } from '../../ui/Button';
import { Link } from '../../ui/routing';
import { Notice } from '../../ui/States';
import { gamePath } from '../shared/game-link';
import type { ShownOpen } from './open-rounds';
import { words } from './words';

/** Rounds that are not over, each with the way back to it. They join the list when they end. */
export function OpenRounds({ rounds, nameOf }: { rounds: readonly ShownOpen[]; nameOf: (gameId: string) => string }) {
  return rounds.map((round) => {
    const stake = nairaToKobo(round.stake);
    return (
      <Notice
        key={round.roundId} title={words.openTitle(nameOf(round.gameId))}
        action={<Link className={buttonClass('secondary')} to={gamePath(round.gameId)}>{words.openGo}</Link>}
      >
        <p>
          {words.openText(stake === null ? '–' : formatNaira(stake))}
          {round.settlesAt === undefined ? null : ` ${words.openUntil(dateTime(Date.parse(round.settlesAt)))}`}
        </p>
      </Notice>
    );
  });
}
