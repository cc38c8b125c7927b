import type { PartPage } from '../../../../bridge/actions/desk-players';
import { formatNaira, roundToKobo } from '../../../../core/money';
import { dateTime } from '../../../../core/time';
import { entryOf } from '../../../../core/words/is-key-of';
import { Pill } from '../../../../ui/States';
import { Amount } from '../../../shared/money/Amount';
import { words } from '../words';

const naira = (amount: number): string => {
  const kobo = roundToKobo(amount);
  return kobo === null ? '–' : formatNaira(kobo);
};

export function BonusItem({ bonus }: { bonus: PartPage<'bonuses'>['items'][number] }) {
  const { name, status, current, currency, granted, progress, requirement, claimedAt, converted } = bonus;
  return (
    <li className="history-card" data-row="" tabIndex={-1}>
      <div className="history-line">
        <span className="history-line-title">{name}</span>
        <Pill kind={status === 'active' ? 'success' : 'quiet'}>{entryOf(words.bonusStates, status) ?? status}</Pill>
        <time className="quiet small figures" dateTime={claimedAt}>{dateTime(Date.parse(claimedAt))}</time>
        <Amount amount={current} currency={currency} />
        <span className="quiet small player-reference">
          {words.bonusWords(naira(granted), naira(progress), naira(requirement))}{converted > 0 ? ` ${words.converted(naira(converted))}` : ''}
        </span>
      </div>
    </li>
  );
}
