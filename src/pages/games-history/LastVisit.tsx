import type { LastVisit as Visit } from '../../core/contract/games';
import { formatNaira, nairaToKobo, negateKobo } from '../../core/money';
import type { Kobo } from '../../core/money';
import { clockTime, dayWords } from '../../core/time';
import { PLAY_ENDS_MS } from '../../core/protection';
import { words } from './words';

/** The time of a visit in Lagos: `14 Nov, 20:10 – 20:55`. */
function timeOf({ from, to }: Visit, now: number): string {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  return `${dayWords(start, now)}, ${clockTime(start)} – ${clockTime(end)}`;
}

const netWords = (net: Kobo): string =>
  net > 0 ? words.visitUp(formatNaira(net)) : net < 0 ? words.visitDown(formatNaira(negateKobo(net))) : words.visitEven;

/** States the result of the last visit once and plainly. `now` is epoch ms. */
export function LastVisit({ visit, now }: { visit: Visit; now: number }) {
  const [staked, won, net] = [nairaToKobo(visit.staked), nairaToKobo(visit.won), nairaToKobo(visit.net)];
  if (staked === null || won === null || net === null) return null;
  const isNow = now - Date.parse(visit.to) < PLAY_ENDS_MS;
  return (
    <p>
      <strong>{isNow ? words.thisVisit : words.lastVisit}.</strong>{' '}
      {words.visit(timeOf(visit, now), words.visitRounds(visit.rounds), formatNaira(staked), formatNaira(won), netWords(net))}
    </p>
  );
}
