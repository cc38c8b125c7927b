import { Link } from 'react-router-dom';
import type { Today } from '../../../core/contract/today';
import { nairaToKobo } from '../../../core/money';
import { clock, dateTime, lagosDayStart, shortDate } from '../../../core/time';
import { useIsOffline } from '../../../state/use';
import { useAgeWords } from '../../../ui/Age';
import { Money } from '../../../ui/Money';
import { EmptyState, Notice } from '../../../ui/States';
import { OfflineNote } from '../../shared/form/OfflineNote';
import { Freshness, ListMissing } from '../desk/ListParts';
import { addressOfTab } from '../desk/tabs';
import { waitOf, workOf } from './places';
import type { Work } from './places';
import './today.css';
import { useToday } from './use-today';
import { words } from './words';

/** What the desk opens with: each figure is a door to the list that it counts. */
export default function TodayTab() {
  const { today, at, error, reload } = useToday();
  const isOffline = useIsOffline();
  if (today === null) return <ListMissing error={error} offlineText={words.offlineText} onReload={reload} />;
  const work = workOf(today);
  const waiting = work.filter(({ count }) => count > 0);
  return (
    <div className="today">
      <section className="stack" aria-labelledby="work">
        <div className="row spread">
          <h2 id="work">{words.waits}</h2>
          <Freshness at={at} isOld={isOffline || error !== null} onReload={reload} />
        </div>
        <OfflineNote>{words.offline}</OfflineNote>
        {waiting.length === 0 ? <EmptyState title={words.nothing}>{words.nothingText}</EmptyState> : (
          <ul className="today-work">{waiting.map((each) => <WorkRow key={each.kind} work={each} />)}</ul>
        )}
        <Quiet work={work.filter(({ count }) => count === 0)} />
      </section>
      <div className="stack">
        <MoneyState money={today.money} />
        <Yesterday yesterday={today.yesterday} />
      </div>
    </div>
  );
}

function WorkRow({ work: { kind, count, oldest, to } }: { work: Work }) {
  return (
    <li>
      <Link to={to} data-row="">
        <span className="today-kind">{words.kinds[kind]}</span>
        <span className="today-count figures">{count}</span>
        {oldest === null ? null : <span className="today-oldest quiet small">{words.oldest(dateTime(oldest))} · <Wait since={oldest} /></span>}
      </Link>
    </li>
  );
}

/** Shows how long the work has waited, and updates that as often as the ages on a page. */
function Wait({ since }: { since: number }) {
  useAgeWords(since);
  return <strong>{words.wait(waitOf(since, clock.now()))}</strong>;
}

/** The lists that are empty are doors, too. */
function Quiet({ work }: { work: readonly Work[] }) {
  if (work.length === 0) return null;
  return (
    <div className="today-quiet">
      <h3 className="quiet small">{words.quiet}</h3>
      <ul>{work.map(({ kind, to }) => <li key={kind}><Link className="text-link" to={to}>{words.kinds[kind]}</Link></li>)}</ul>
    </div>
  );
}

function MoneyState({ money: { isOpen, since, reason } }: Pick<Today, 'money'>) {
  const when = since === null ? words.neverClosed : words.since(dateTime(Date.parse(since)));
  return (
    <section className="today-fact" aria-labelledby="money-state">
      <h2 id="money-state">{words.money}</h2>
      {isOpen ? <p className="today-figure">{words.open}</p> : <Notice kind="danger" title={words.closed} live>{reason === null ? null : <p>{reason}</p>}</Notice>}
      <p className="quiet small">{when}</p>
    </section>
  );
}

function Yesterday({ yesterday }: Pick<Today, 'yesterday'>) {
  const amount = yesterday === null ? null : nairaToKobo(yesterday.ggr);
  if (yesterday === null || amount === null) return null;
  return (
    <section className="today-fact" aria-labelledby="revenue">
      <h2 id="revenue">{words.yesterday}</h2>
      <p className="today-figure"><Link to={addressOfTab('reports')}><Money amount={amount} /></Link></p>
      <p className="quiet small">{words.yesterdayOf(shortDate(lagosDayStart(yesterday.day)))}</p>
    </section>
  );
}
