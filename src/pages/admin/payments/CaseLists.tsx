import type { ReactNode } from 'react';
import type { MismatchedDeposit, OpenDifference, ReturnedPayout } from '../../../core/contract/payment-cases';
import { dateTime } from '../../../core/time';
import { entryOf } from '../../../core/words/is-key-of';
import { Button } from '../../../ui/Button';
import { nairaText } from '../desk/amount-text';
import { CaseCard } from './CaseCard';
import type { Solution } from './solution';
import { words } from './words';

interface ListProps<Item> {
  items: readonly Item[];
  /** All there are; the list has the oldest. */
  count: number;
  nowMs: number;
  /** False for somebody who only confirms, and without a connection. */
  mayPropose: boolean;
  onSolve: (solution: Solution) => void;
}

const timeText = (stamp: string): string => dateTime(Date.parse(stamp));

interface CasesProps {
  id: string;
  title: string;
  text: string;
  count: number;
  shown: number;
  children: ReactNode;
}

function Cases({ id, title, text, count, shown, children }: CasesProps) {
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {count === 0 ? null : <p className="quiet">{text}</p>}
      {shown === 0 ? null : <ul className="cards">{children}</ul>}
      {count > shown ? <p className="quiet small">{words.more(count - shown)}</p> : null}
    </section>
  );
}

export function ReturnedPayouts({ items, count, nowMs, mayPropose, onSolve }: ListProps<ReturnedPayout>) {
  return (
    <Cases id="returned-payouts" title={words.payouts(count)} text={words.payoutsText} count={count} shown={items.length}>
      {items.map(({ withdrawalId, reference, player, amount, bankName, lastFour, accountName, paidAt, since, isProposed }) => {
        const what = `${nairaText(amount)}, ${player.name}`;
        return (
          <CaseCard
            key={withdrawalId} title={what} since={since} nowMs={nowMs} isProposed={isProposed}
            facts={[
              [words.sentTo, `${bankName} ••••${lastFour}, ${accountName}`], [words.paidAt, timeText(paidAt)], [words.reference, reference],
              [words.withdrawal, withdrawalId],
            ]}
          >
            <Button disabled={!mayPropose} aria-label={words.giveOf(what)} onClick={() => onSolve({ kind: 'give', what, reference: withdrawalId })}>{words.give}</Button>
          </CaseCard>
        );
      })}
    </Cases>
  );
}

export function MismatchedDeposits({ items, count, nowMs, mayPropose, onSolve }: ListProps<MismatchedDeposit>) {
  return (
    <Cases id="mismatched-deposits" title={words.deposits(count)} text={words.depositsText} count={count} shown={items.length}>
      {items.map(({ depositId, reference, gateway, player, expected, startedAt, since, came, isProposed }) => {
        const what = `${nairaText(expected)}, ${player.name}`;
        return (
          <CaseCard
            key={depositId} title={what} since={since} nowMs={nowMs} isProposed={isProposed}
            facts={[
              [words.expected, nairaText(expected)], [words.came, came], [words.started, timeText(startedAt)], [words.gateway, gateway],
              [words.reference, reference],
            ]}
          >
            <Button disabled={!mayPropose} aria-label={words.creditOf(what)} onClick={() => onSolve({ kind: 'credit', what, depositId })}>{words.credit}</Button>
            <Button variant="secondary" disabled={!mayPropose} aria-label={words.sentBackOf(what)} onClick={() => onSolve({ kind: 'sent-back', what, depositId })}>
              {words.sentBack}
            </Button>
          </CaseCard>
        );
      })}
    </Cases>
  );
}

const sideText = (side: OpenDifference['ours']): string =>
  (side === null ? words.nothing : words.side(side.state, side.currency === 'NGN' ? nairaText(side.amount) : `${side.currency} ${side.amount}`));

export function Differences({ items, count, nowMs, mayPropose, onSolve }: ListProps<OpenDifference>) {
  return (
    <Cases id="differences" title={words.differences(count)} text={words.differencesText} count={count} shown={items.length}>
      {items.map(({ gateway, direction, reference, kind, ours, theirs, firstFound, isProposed }) => {
        const what = `${entryOf(words.kinds, kind) ?? kind}: ${words.directions[direction]} ${reference}`;
        return (
          <CaseCard
            key={`${gateway} ${direction} ${reference} ${kind}`} title={what} since={firstFound} nowMs={nowMs} isProposed={isProposed}
            facts={[[words.ours, sideText(ours)], [words.theirs, sideText(theirs)], [words.gateway, gateway]]}
          >
            <Button
              disabled={!mayPropose} aria-label={words.explainOf(what)}
              onClick={() => onSolve({ kind: 'explain', what, difference: { gateway, direction, reference, kind } })}
            >
              {words.explain}
            </Button>
          </CaseCard>
        );
      })}
    </Cases>
  );
}
