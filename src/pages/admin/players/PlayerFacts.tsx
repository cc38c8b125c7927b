import type { ReactNode } from 'react';
import type { DeskPlayer } from '../../../core/contract/desk-players';
import { dateTime, shortDate } from '../../../core/time';
import { keysOf } from '../../../core/words/is-key-of';
import { Amount } from '../../shared/money/Amount';
import { words } from './words';

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function PersonFacts({ player }: { player: DeskPlayer }) {
  const { playerId, username, phone, email, isEmailConfirmed, bornIn, place, memberSince, closedAt, identity } = player;
  return (
    <section className="card stack" aria-label={words.facts}>
      <h3>{words.facts}</h3>
      <dl className="approval-facts">
        <Fact label={words.username}>{username}</Fact>
        <Fact label={words.phone}><span className="figures">{phone ?? words.unknown}</span></Fact>
        <Fact label={words.email}>{email === null ? words.unknown : `${email}, ${isEmailConfirmed ? words.confirmed : words.notConfirmed}`}</Fact>
        <Fact label={words.born}>{bornIn ?? words.unknown}</Fact>
        <Fact label={words.place}>{place ?? words.unknown}</Fact>
        <Fact label={words.member}>{shortDate(Date.parse(memberSince))}</Fact>
        {closedAt === null ? null : <Fact label={words.closedAt}>{dateTime(Date.parse(closedAt))}</Fact>}
        {identity === null ? null : (
          <Fact label={words.identity}>{words.identityOf(identity.kind, identity.lastFour ?? '', shortDate(Date.parse(identity.verifiedAt)))}</Fact>
        )}
        <Fact label={words.id}><code className="player-id">{playerId}</code></Fact>
      </dl>
    </section>
  );
}

const SHOWN = keysOf(words.amounts);

/** What there is now, and the sums since the account was opened; a sum of nothing is left out. */
export function MoneyFacts({ money }: { money: DeskPlayer['money'] }) {
  return (
    <section className="card stack" aria-label={words.money}>
      <h3>{words.money}</h3>
      <dl className="approval-facts player-money">
        {SHOWN.filter((kind) => kind === 'real' || kind === 'held' || money[kind] > 0).map((kind) => (
          <Fact key={kind} label={words.amounts[kind]}><Amount amount={money[kind]} currency={money.currency} /></Fact>
        ))}
      </dl>
    </section>
  );
}
