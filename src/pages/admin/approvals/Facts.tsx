import type { AdminWithdrawal } from '../../../core/contract/approvals';
import { dateTime, shortDate } from '../../../core/time';
import { entryOf } from '../../../core/words/is-key-of';
import { Amount } from '../../shared/money/Amount';
import { moneyOf, relatedWords } from './withdrawal-texts';
import { words } from './words';

/** The platform's facts about the player, in the order in which somebody who decides needs them. */
export function PlayerFacts({ item }: { item: AdminWithdrawal }) {
  const { player, currency } = item;
  const amounts = [
    [words.paidIn, player.paidIn], [words.paidOut, player.paidOut], [words.staked, player.staked], [words.won, player.won],
    // Most players have neither prizes nor bonuses. Then these facts are left out.
    ...([[words.prizes, player.prizes ?? 0], [words.bonuses, player.bonuses ?? 0]] as const).filter(([, amount]) => amount > 0),
  ] as const;
  return (
    <dl className="approval-facts">
      {amounts.map(([label, amount]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd><Amount amount={amount} currency={currency} whole /></dd>
        </div>
      ))}
      <div>
        <dt>{words.memberSince}</dt>
        <dd className="figures">{shortDate(Date.parse(player.memberSince))}</dd>
      </div>
      <div>
        <dt>{words.identity}</dt>
        <dd>{words.verification[player.verification]}</dd>
        {player.isSecond === true ? <dd>{words.isSecond}</dd> : null}
      </div>
      {player.ownOf === undefined ? null : (
        <div className="approval-related">
          <dt>{words.ownOf}</dt>
          {player.ownOf.map(({ username, kind }) => <dd key={username}>{words.ownBy(username, words.ownKind[kind])}</dd>)}
        </div>
      )}
      {player.givenTwice === undefined ? null : (
        <div className="approval-related">
          <dt>{words.givenTwice}</dt>
          {player.givenTwice.map(({ name, converted }, index) => (
            <dd key={`${name} ${index}`}>{name}: <Amount amount={converted} currency={currency} whole /></dd>
          ))}
        </div>
      )}
      {item.unplayed === undefined ? null : (
        <div className="approval-related">
          <dt>{words.unplayed}</dt>
          <dd><Amount amount={item.unplayed.amount} currency={currency} whole /></dd>
          <dd>{entryOf(words.unplayedChoices, item.unplayed.reason) ?? item.unplayed.reason}</dd>
        </div>
      )}
      <Related item={item} />
    </dl>
  );
}

/** The accounts that are the player's, too, or look like it, and what they ask for at the same time. */
function Related({ item: { player, currency, otherOpen = [] } }: { item: AdminWithdrawal }) {
  const { related = [], relatedCount = 0 } = player;
  const groups = ([['same-person', words.samePerson], ['alike', words.alike]] as const)
    .map(([kind, title]) => ({ title, accounts: related.filter(({ relation }) => relation === kind) }))
    .filter(({ accounts }) => accounts.length > 0);
  const uncounted = relatedCount - related.length;
  return (
    <>
      {groups.map(({ title, accounts }, index) => (
        <div key={title} className="approval-related">
          <dt>{title}</dt>
          {accounts.map((account) => <dd key={account.userId}>{relatedWords(account, currency)}</dd>)}
          {uncounted > 0 && index === groups.length - 1 ? <dd>{words.moreRelated(uncounted)}</dd> : null}
        </div>
      ))}
      {otherOpen.length === 0 ? null : (
        <div className="approval-related">
          <dt>{words.otherOpen}</dt>
          {otherOpen.map(({ withdrawalId, username, amount, state }) => (
            <dd key={withdrawalId}>{words.open(moneyOf({ amount, currency }), username, words.state[state])}</dd>
          ))}
        </div>
      )}
    </>
  );
}

/** Every step with its time. The list is closed at first, because it is rarely needed. */
export function Steps({ item }: { item: AdminWithdrawal }) {
  return (
    <details className="approval-steps small">
      <summary>{words.steps}</summary>
      <ol>
        {item.timeline.map(({ step, at, detail }, index) => (
          <li key={`${step} ${index}`}>
            <time className="quiet figures" dateTime={at}>{dateTime(Date.parse(at))}</time> {entryOf(words.step, step) ?? step}
            {detail === undefined ? null : <span className="quiet">: {detail}</span>}
          </li>
        ))}
      </ol>
    </details>
  );
}
