import type { AdminGame } from '../../../core/contract/admin';
import { newUntil } from '../../../core/games/newness';
import { kobo, nairaToKobo } from '../../../core/money';
import type { Kobo } from '../../../core/money';
import { clock, dayWords, lagosDay, lagosDayStart, momentWords } from '../../../core/time';
import { percentCut, percentPlain } from '../../../games/facts';
import { Button } from '../../../ui/Button';
import { Money } from '../../../ui/Money';
import { Pill } from '../../../ui/States';
import { needsPassword } from './edit';
import type { ListedGame } from './use-admin-games';
import { words } from './words';

const inKobo = (naira: number): Kobo => nairaToKobo(naira) ?? kobo(0);

function Observed({ game }: { game: AdminGame }) {
  const { rounds, rate, interval, isOff } = game.observed;
  if (rounds === 0) return <span>{words.noRounds}</span>;
  return (
    <span className="admin-observed">
      <span>{rate === undefined ? '–' : percentCut(rate)}, {words.rounds(rounds)}</span>
      <span className="quiet small">{interval === null ? words.tooFew : words.interval(percentCut(interval.low), percentCut(interval.high))}</span>
      {isOff ? <Pill kind="danger">{words.isOff}</Pill> : null}
    </span>
  );
}

function newWords(newFrom: string | null): string | null {
  const today = lagosDay(clock.now());
  if (newFrom === null || newUntil(newFrom) <= today) return null;
  const inWords = (day: string) => dayWords(lagosDayStart(day), clock.now());
  return newFrom > today ? words.newLater(inWords(newFrom)) : words.isNew(inWords(newUntil(newFrom)));
}

function hiddenWords({ hiddenUntil }: AdminGame): string | null {
  const until = typeof hiddenUntil === 'string' ? Date.parse(hiddenUntil) : 0;
  return until > clock.now() ? words.hidden(momentWords(until, clock.now())) : null;
}

/** Shows the part of a change that the platform does not have yet. */
function Waiting({ listed, actions }: { listed: ListedGame; actions: RowActions }) {
  const { item } = listed;
  if (item === undefined) return null;
  if (item.state === 'conflict') {
    return <p className="admin-waits" role="status"><Pill kind="danger">{words.conflict}</Pill><Button variant="secondary" onClick={() => actions.edit(listed)}>{words.look}</Button></p>;
  }
  if (needsPassword(item)) {
    return <p className="admin-waits" role="status"><Pill kind="warning">{words.waitsForPassword}</Pill><Button variant="ghost" onClick={() => actions.drop(listed)}>{words.takeBack}</Button></p>;
  }
  const text = item.state === 'waiting' ? words.waits : words.refused(item.problem?.detail ?? item.problem?.title ?? '');
  return (
    <p className="admin-waits" role="status">
      <Pill kind={item.state === 'waiting' ? 'info' : 'danger'}>{text}</Pill>
      <Button variant="ghost" onClick={() => actions.drop(listed)}>{words.takeBack}</Button>
    </p>
  );
}

export interface RowActions {
  readonly edit: (listed: ListedGame) => void;
  readonly toggle: (listed: ListedGame) => void;
  readonly art: (listed: ListedGame) => void;
  readonly trail: (listed: ListedGame) => void;
  readonly drop: (listed: ListedGame) => void;
}

function Row({ listed, actions }: { listed: ListedGame; actions: RowActions }) {
  const { game } = listed;
  const isNew = newWords(game.newFrom);
  const hidden = hiddenWords(game);
  const tags = [...new Set([game.gameId, game.kind, ...game.categories, ...(isNew === null ? [] : [isNew])])];
  return (
    <tr data-off={game.enabled ? undefined : ''} data-row="" tabIndex={-1}>
      <th scope="row">
        {game.name}
        <span className="quiet small admin-tags">{tags.join(' · ')}</span>
        {hidden === null ? null : <span className="admin-hidden"><Pill kind="warning">{hidden}</Pill></span>}
        <Waiting listed={listed} actions={actions} />
      </th>
      <td data-label={words.rtp} className="figures">{percentCut(game.rtp)}</td>
      <td data-label={words.observed}><Observed game={game} /></td>
      <td data-label={words.stakes} className="figures">
        <span><Money amount={inKobo(game.minStake)} whole /> – <Money amount={inKobo(game.maxStake)} whole /></span>
      </td>
      <td data-label={words.counts} className="figures">{percentPlain(game.contribution)}</td>
      <td>
        <div className="admin-actions">
          <Button
            variant="secondary"
            className="admin-switch"
            role="switch"
            aria-checked={game.enabled}
            aria-label={game.enabled ? words.disable(game.name) : words.enable(game.name)}
            onClick={() => actions.toggle(listed)}
          >
            {game.enabled ? words.on : words.off}
          </Button>
          <Button variant="secondary" data-open="" aria-label={words.editTitle(game.name)} onClick={() => actions.edit(listed)}>{words.edit}</Button>
          <Button variant="ghost" aria-label={words.artOf(game.name)} onClick={() => actions.art(listed)}>{words.art}</Button>
          <Button variant="ghost" aria-label={words.trailOf(game.name)} onClick={() => actions.trail(listed)}>{words.trail}</Button>
        </div>
      </td>
    </tr>
  );
}

/** Every game on a row of its own; on a phone each row becomes a card. */
export function GamesTable({ games, actions }: { games: readonly ListedGame[]; actions: RowActions }) {
  return (
    <table className="admin-games">
      <thead>
        <tr>
          <th scope="col">{words.game}</th>
          <th scope="col">{words.rtp}</th>
          <th scope="col">{words.observed}</th>
          <th scope="col">{words.stakes}</th>
          <th scope="col">{words.counts}</th>
          <th scope="col"><span className="unseen">{words.edit}</span></th>
        </tr>
      </thead>
      <tbody>
        {games.map((listed) => <Row key={listed.base.gameId} listed={listed} actions={actions} />)}
      </tbody>
    </table>
  );
}
