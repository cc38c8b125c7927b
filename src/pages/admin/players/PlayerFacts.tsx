import type { ReactNode } from 'react';
import type { Revealed } from '../../../core/contract/desk-player-acts';
import type { DeskPlayer } from '../../../core/contract/desk-players';
import { dateTime, shortDate } from '../../../core/time';
import { keysOf } from '../../../core/words/is-key-of';
import { Amount } from '../../shared/money/Amount';
import { Reveal } from './Reveal';
import { words as actWords } from './acts-words';
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
  const { playerId, username, phone, email, isEmailConfirmed, bornIn, place, memberSince, closedAt, identity, reveals, name } = player;
  const value = (what: Revealed, masked: string): ReactNode =>
    (reveals.includes(what) ? <Reveal playerId={playerId} what={what} masked={masked} /> : masked);
  return (
    <section className="card stack" aria-label={words.facts}>
      <h3>{words.facts}</h3>
      <dl className="approval-facts">
        {reveals.includes('name') ? <Fact label={actWords.shown.name}>{value('name', name)}</Fact> : null}
        <Fact label={words.username}>{username}</Fact>
        <Fact label={words.phone}>{phone === null ? words.unknown : value('phone', phone)}</Fact>
        <Fact label={words.email}>
          {email === null ? words.unknown : value('email', email)}
          <span className="quiet small"> {email === null ? null : isEmailConfirmed ? words.confirmed : words.notConfirmed}</span>
        </Fact>
        <Fact label={words.born}>{bornIn === null ? words.unknown : value('birthday', bornIn)}</Fact>
        <Fact label={words.place}>{place === null ? words.unknown : value('address', place)}</Fact>
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
