import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { FoundPlayer } from '../../../core/contract/desk-players';
import { errorWords } from '../../../core/error-words';
import { durationWords, shortDate } from '../../../core/time';
import { useIsOffline } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { TextField } from '../../../ui/Field';
import { EmptyState, Notice, Pill, Skeleton } from '../../../ui/States';
import { FormShell } from '../../shared/form/FormShell';
import { addressOfPlayer } from './address';
import { Standing } from './Standing';
import type { Search } from './use-search';
import { words } from './words';

const SHORTEST = 2;

export function SearchView({ search }: { search: Search }) {
  const [typed, setTyped] = useState(search.term ?? '');
  const [isShort, setShort] = useState(false);
  const isOffline = useIsOffline();

  function submit(): void {
    const term = typed.trim();
    setShort(term.length < SHORTEST);
    if (term.length >= SHORTEST && !isOffline) search.run(term);
  }

  return (
    <div className="stack">
      <div className="player-search">
        <FormShell attach={() => undefined} busy={search.is === 'searching'} onSubmit={submit}>
          <TextField
            type="search" label={words.search} hint={words.hint} error={isShort ? words.short : undefined} value={typed} maxLength={100}
            autoComplete="off" autoCapitalize="none" spellCheck={false} enterKeyHint="search" onChange={(event) => setTyped(event.target.value)}
            after={<Button className="player-find" type="submit" disabled={isOffline} busy={search.is === 'searching'} busyLabel={words.finding}>{words.find}</Button>}
          />
        </FormShell>
      </div>
      <Results search={search} isOffline={isOffline} />
    </div>
  );
}

function Results({ search, isOffline }: { search: Search; isOffline: boolean }) {
  const { term, items, next, isTooMany, is, error } = search;
  if (isOffline && items.length === 0) return <EmptyState title={words.offlineTitle}>{words.offlineText}</EmptyState>;
  if (error !== null && items.length === 0) return <Failed search={search} />;
  if (is === 'searching') return <div aria-busy="true"><p className="unseen" role="status">{words.finding}</p><Skeleton lines={4} /></div>;
  if (term === null) return <EmptyState title={words.start}><span className="player-keys">{words.keys}</span></EmptyState>;
  if (items.length === 0) return <div role="status"><EmptyState title={words.none}>{words.noneText}</EmptyState></div>;
  return (
    <section className="stack" aria-label={words.results}>
      <p role="status" className="quiet">{words.found(items.length, next !== null || isTooMany)}</p>
      <ul className="cards">{items.map((player) => <Found key={player.playerId} player={player} />)}</ul>
      {isTooMany ? <Notice kind="info">{words.tooMany}</Notice> : null}
      {error === null ? null : <Notice kind="warning" live>{errorWords(error)}</Notice>}
      {next === null ? null : (
        <div className="row">
          <Button variant="secondary" busy={is === 'loading-more'} busyLabel={words.loading} onClick={search.showMore}>{error === null ? words.more : words.moreAgain}</Button>
        </div>
      )}
    </section>
  );
}

/** A refusal because of many searches says how long to wait. */
function Failed({ search: { error, term, run } }: { search: Search }) {
  if (error === null) return null;
  const { retryAfterMs } = error;
  return (
    <Notice
      kind="warning" title={words.failed} live
      action={term === null ? undefined : <Button variant="secondary" onClick={() => run(term)}>{words.moreAgain}</Button>}
    >
      <p>{error.problem?.detail ?? errorWords(error)}{retryAfterMs === undefined ? '' : ` (${durationWords(retryAfterMs)})`}</p>
    </Notice>
  );
}

function Found({ player }: { player: FoundPlayer }) {
  const { playerId, username, name, phone, email, memberSince, by } = player;
  return (
    <li className="history-card">
      <div className="history-line player-found">
        <Link className="history-line-title" data-row="" to={addressOfPlayer(playerId)}>{name} <span className="quiet">{username}</span></Link>
        <span className="row">
          <Standing player={player} />
          <Pill>{words.by[by]}</Pill>
        </span>
        <span className="quiet small figures">{[phone, email].filter((each) => each !== null).join(' · ')}</span>
        <span className="quiet small figures">{words.since} {shortDate(Date.parse(memberSince))}</span>
      </div>
    </li>
  );
}
