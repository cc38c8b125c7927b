import type { PartPage } from '../../../../bridge/actions/desk-players';
import { dateTime } from '../../../../core/time';
import { entryOf } from '../../../../core/words/is-key-of';
import { Pill } from '../../../../ui/States';
import { Amount } from '../../../shared/money/Amount';
import { amountText } from '../../desk/amount-text';
import { words } from '../words';

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
          {words.bonusWords(amountText(granted), amountText(progress), amountText(requirement))}{converted > 0 ? ` ${words.converted(amountText(converted))}` : ''}
        </span>
      </div>
    </li>
  );
}
