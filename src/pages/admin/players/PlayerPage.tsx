import { useCallback, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { loadPlayer } from '../../../bridge/actions/desk-players';
import type { DeskPlayer, PlayerPart } from '../../../core/contract/desk-players';
import { KEEP_SCROLL } from '../../../ui/keep-scroll';
import { Pill } from '../../../ui/States';
import { useLoaded } from '../../shared/answers/use-loaded';
import { ListMissing } from '../desk/ListParts';
import { Acts } from './Acts';
import { addressOfPlayer, SEARCH_ADDRESS } from './address';
import { MoneyFacts, PersonFacts } from './PlayerFacts';
import { Part } from './parts/Part';
import { Standing } from './Standing';
import { words } from './words';

interface Props {
  playerId: string;
  /** The part that the address names. */
  wanted: PlayerPart | null;
}

/** One player's page: who it is, the money now, and one part of the rest at a time. */
export function PlayerPage({ playerId, wanted }: Props) {
  const { data, error, reload } = useLoaded(useCallback((signal: AbortSignal) => loadPlayer(playerId, signal), [playerId]));
  return (
    <div className="stack player-page">
      <Link className="text-link" to={SEARCH_ADDRESS}>{words.back}</Link>
      {data === null
        ? <ListMissing error={error} offlineText={words.playerOffline} onReload={reload} />
        : <Loaded player={data} wanted={wanted} onActed={reload} />}
    </div>
  );
}

function Loaded({ player, wanted, onActed }: { player: DeskPlayer; wanted: PlayerPart | null; onActed: () => void }) {
  const { playerId, name, parts, closedAt, protection, isSecond, identityCheck } = player;
  const heading = useRef<HTMLHeadingElement>(null);
  // Somebody who came by the keyboard goes on from here, and not from the top of the page.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const open = parts.find((part) => part === wanted) ?? parts[0];
  return (
    <>
      <header className="row spread">
        <h2 ref={heading} tabIndex={-1}>{name}</h2>
        <span className="row">
          <Standing player={{ ...player, isClosed: closedAt !== null, protection: protection.state }} until={protection.until} />
          {isSecond ? <Pill kind="warning">{words.second}</Pill> : null}
          {identityCheck === null ? null : <Pill kind="warning">{words.identityCheck[identityCheck]}</Pill>}
        </span>
      </header>
      <div className="player-facts">
        <PersonFacts player={player} />
        <MoneyFacts money={player.money} />
      </div>
      <Acts player={player} onDone={onActed} />
      <nav className="player-parts" aria-label={words.partsLabel}>
        {parts.map((part) => (
          <Link key={part} to={addressOfPlayer(playerId, part)} state={KEEP_SCROLL} aria-current={part === open ? 'page' : undefined}>{words.parts[part]}</Link>
        ))}
      </nav>
      {open === undefined ? null : <Part key={open} part={open} playerId={playerId} />}
    </>
  );
}
