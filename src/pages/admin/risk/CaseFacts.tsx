import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { RiskCase, RiskFact, RiskFlag } from '../../../core/contract/risk';
import { dateTime, durationWords, MINUTE_MS, shortDate } from '../../../core/time';
import { entryOf } from '../../../core/words/is-key-of';
import { Pill } from '../../../ui/States';
import { nairaText } from '../desk/amount-text';
import { addressOfPlayer } from '../players/address';
import { factName, factText, ruleName } from './texts';
import { words } from './words';

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const Facts = ({ facts }: { facts: readonly RiskFact[] }) => (
  <dl className="approval-facts">{facts.map((fact) => <Fact key={fact.name} label={factName(fact.name)}>{factText(fact)}</Fact>)}</dl>
);

/** The flags with their figures, and beside them what the rule fires at. */
export function CaseFacts({ item: { flagList } }: { item: RiskCase }) {
  return (
    <section className="card stack" aria-label={words.flagTitle}>
      <h3>{words.flagTitle}</h3>
      <ul className="risk-flags">{flagList.map((flag) => <Flag key={flag.flagId} flag={flag} />)}</ul>
    </section>
  );
}

export function Flag({ flag: { rule, version, period, level, at, isTold, figures, thresholds } }: { flag: RiskFlag }) {
  return (
    <li className="stack">
      <div className="row spread">
        <h4>{ruleName(rule)}</h4>
        {level === null ? null : <Pill kind={level === 3 ? 'danger' : level === 2 ? 'warning' : 'quiet'}>{words.level(level)}</Pill>}
      </div>
      {figures.length === 0 ? null : <Facts facts={figures} />}
      {thresholds.length === 0 ? null : <p className="quiet small">{words.thresholdsOf}: {thresholds.map((fact) => `${factName(fact.name)}: ${factText(fact)}`).join(' · ')}</p>}
      <p className="quiet small">
        <time className="figures" dateTime={at}>{dateTime(Date.parse(at))}</time>, {period}, {words.version(version)}{isTold ? `, ${words.told}` : ''}
        {level === null ? '' : `. ${entryOf(words.levels, String(level)) ?? ''}`}
      </p>
    </li>
  );
}

/** The player's key figures, and the way to the rest of the player's page. */
export function PlayerFigures({ item }: { item: RiskCase }) {
  const { player, playerId, name, openedAt, dueAt, assignedTo, outcome } = item;
  const { facts } = words;
  return (
    <section className="card stack" aria-label={words.player}>
      <h3>{words.player}</h3>
      <dl className="approval-facts">
        <Fact label={facts.paidIn}>{nairaText(player.paidIn)}</Fact>
        <Fact label={facts.paidOut}>{nairaText(player.paidOut)}</Fact>
        <Fact label={facts.staked}>{nairaText(player.staked)}</Fact>
        <Fact label={facts.won}>{nairaText(player.won)}</Fact>
        <Fact label={facts.played}>{durationWords(player.playedMinutes * MINUTE_MS)}</Fact>
        <Fact label={facts.balance}>{nairaText(player.real)}</Fact>
        <Fact label={facts.held}>{nairaText(player.held)}</Fact>
        <Fact label={facts.limits}>{player.limits}</Fact>
        <Fact label={facts.protection}>{words.protection[player.protection]}</Fact>
        <Fact label={facts.verified}>{player.isVerified ? words.verified : words.unverified}</Fact>
        <Fact label={facts.member}>{shortDate(Date.parse(player.memberSince))}{player.isClosed ? `, ${words.closedAccount}` : ''}</Fact>
      </dl>
      <dl className="approval-facts risk-standing">
        <Fact label={words.opened}>{dateTime(Date.parse(openedAt))}</Fact>
        <Fact label={words.decideBy}>{dateTime(Date.parse(dueAt))}</Fact>
        <Fact label={words.assigned}>{assignedTo ?? words.nobody}</Fact>
        {outcome === null ? null : <Fact label={words.outcome}>{words.outcomes[outcome]}</Fact>}
      </dl>
      <div className="row">
        <Link className="text-link" to={addressOfPlayer(playerId)}>{words.playerLink(name)}</Link>
        <Link className="text-link" to={addressOfPlayer(playerId, 'protection')}>{words.tighten}</Link>
      </div>
    </section>
  );
}
