import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Transaction } from '../../core/contract/cashier';
import type { Game } from '../../core/contract/games';
import { clockTime } from '../../core/time';
import { can } from '../../state/catalogue';
import { GameArt } from '../../ui/GameArt';
import { Money } from '../../ui/Money';
import { Icon } from '../../ui/more-icons';
import type { IconName } from '../../ui/more-icons';
import { useGames } from '../shared/history/use-games';
import { Amount } from '../shared/money/Amount';
import { Timeline } from '../shared/money/Timeline';
import { useArt } from '../shared/shelf/use-shelf';
import { dayTitle } from './day-words';
import { asideOf, lineOf, stepsOf, titleOf } from './row-facts';
import { daysOf } from './rows';
import { useCheckedAt } from './use-checked-at';
import type { MoneyDay, MoneyRow } from './rows';
import { accountWords, words } from './words';

const ICON: Readonly<Record<MoneyRow['family'], IconName>> = { round: 'games', deposit: 'deposit', withdrawal: 'wallet', other: 'gift' };

function Figure({ row }: { row: MoneyRow }) {
  const { real, bonus } = row;
  if (real !== null) return <Money amount={real} signed className={real > 0 ? 'money-in' : 'money-out'} />;
  if (bonus !== null) return <span><Money amount={bonus} signed /> <span className="quiet small">{words.bonus}</span></span>;
  const aside = asideOf(row);
  return aside === null ? <span>–</span> : <Money amount={aside} className="quiet" />;
}

function Movement({ entry }: { entry: Transaction }) {
  const { account, amount, currency, balanceBefore, balanceAfter } = entry;
  return (
    <>
      <Amount amount={amount} currency={currency} signed /> · {accountWords(account)}{' '}
      <span className="unseen">{words.balances} </span>
      <Amount amount={balanceBefore} currency={currency} /> → <Amount amount={balanceAfter} currency={currency} />
    </>
  );
}

function Steps({ row, isFiltered, checkedAt }: Pick<RowProps, 'row' | 'isFiltered'> & { checkedAt?: number | null }) {
  const rows = stepsOf(row, isFiltered, (entry) => <Movement entry={entry} />, checkedAt);
  return <Timeline rows={rows} label={words.timeline} nowLabel={words.nowStep} />;
}

function WithdrawalSteps(props: Pick<RowProps, 'row' | 'isFiltered'>) {
  return <Steps {...props} checkedAt={useCheckedAt(props.row.entries[0]?.reference ?? '')} />;
}

function Details({ row, isFiltered }: Pick<RowProps, 'row' | 'isFiltered'>) {
  const reference = row.entries[0]?.reference ?? '';
  const isWithdrawal = row.family === 'withdrawal' && can('withdrawals');
  return (
    <div className="money-details">
      {isWithdrawal ? <WithdrawalSteps row={row} isFiltered={isFiltered} /> : <Steps row={row} isFiltered={isFiltered} />}
      {isWithdrawal ? <Link className="text-link" to={`/withdraw?withdrawal=${reference}`}>{words.toWithdrawal}</Link> : null}
      <p className="quiet small">{words.reference} <code>{reference}</code></p>
    </div>
  );
}

interface RowProps {
  row: MoneyRow;
  games: readonly Game[];
  isFiltered: boolean;
}

function Row({ row, games, isFiltered }: RowProps) {
  const [isOpen, setOpen] = useState(false);
  const art = useArt();
  const gameId = row.entries[0]?.round?.gameId;
  const game = games.find((each) => each.gameId === gameId);
  const title = titleOf(row, game?.name ?? gameId ?? null);
  const line = lineOf(row, isFiltered);
  return (
    <li>
      <details className="history-card" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="history-line money-line">
          {game === undefined ? <span className="money-icon"><Icon name={ICON[row.family]} size={20} /></span> : <GameArt sources={art(game)} />}
          <span className="history-line-title">{title}</span>
          <Figure row={row} />
          <span className="quiet small">
            <time className="figures" dateTime={new Date(row.at).toISOString()}>{clockTime(row.at)}</time>
            {line === '' ? null : ` · ${line}`}
          </span>
        </summary>
        {isOpen ? <Details row={row} isFiltered={isFiltered} /> : null}
      </details>
    </li>
  );
}

interface DayProps {
  day: MoneyDay;
  now: number;
  /** A filter shows a part of the day, whose sum would be taken for that of the day. */
  isFiltered: boolean;
  children: ReactNode;
}

function Day({ day, now, isFiltered, children }: DayProps) {
  const id = `day-${day.day}`;
  return (
    <section className="money-day" aria-labelledby={id}>
      <div className="row spread">
        <h2 id={id}>{dayTitle(day.day, now)}</h2>
        {isFiltered ? null : (
          <span className="quiet small">{day.isPartial ? words.dayNetSoFar : words.dayNet} <Money amount={day.net} signed /></span>
        )}
      </div>
      <ul className="cards">{children}</ul>
    </section>
  );
}

interface Props {
  rows: readonly MoneyRow[];
  now: number;
  hasMore: boolean;
  isFiltered: boolean;
}

/** The rows under the days on which they moved money. */
export function MoneyDays({ rows, now, hasMore, isFiltered }: Props) {
  const games = useGames();
  return (
    <div className="money-days">
      {daysOf(rows, hasMore).map((day) => (
        <Day key={day.day} day={day} now={now} isFiltered={isFiltered}>
          {day.rows.map((row) => <Row key={row.key} row={row} games={games} isFiltered={isFiltered} />)}
        </Day>
      ))}
    </div>
  );
}
