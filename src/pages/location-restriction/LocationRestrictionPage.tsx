import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { loadPlace } from '../../bridge/actions/place';
import * as page from '../../content/location-restriction.md';
import type { DatedPlace } from '../../state/app';
import { useApp, useCan } from '../../state/use';
import { Age } from '../../ui/Age';
import { Article } from '../../ui/Article';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/more-icons';
import type { IconName } from '../../ui/more-icons';
import { Notice } from '../../ui/States';
import { CheckPlaceAgain } from '../shared/gates/NotServed';
import { placeName } from './place-name';
import { words } from './words';
import '../shared/promotions/way-tiles.css';
import './location-restriction.css';

function PlaceNotice({ place }: { place: DatedPlace }) {
  const { reason, minimumAge, savedAt } = place;
  const name = placeName(place);
  const heading = name ?? (reason === null ? null : words.unseen);
  return (
    <>
      {heading === null ? null : <p className="place-name">{heading}</p>}
      <p>{reason === null ? words.served : words.because[reason](name ?? '', minimumAge)}</p>
      <p className="quiet small">{words.asOf} <Age at={savedAt} /></p>
    </>
  );
}

/** The platform's answer about this browser's place, and links to what stays open. */
function PlaceSection() {
  const place = useApp((app) => app.place) ?? null;
  const navigate = useNavigate();
  // A visitor who typed the address has nothing to go back to, and the build, which draws the page, has no window. The cast names the index
  // that the router keeps in the entry's state.
  const [canGoBack] = useState(() => typeof window !== 'undefined' && (window.history.state as { idx?: number } | null)?.idx !== 0);
  useEffect(() => void loadPlace(), []);
  return (
    <Notice
      kind={place?.served === true ? 'success' : 'warning'}
      title={place?.served === false ? words.notHere : words.seen}
      live
      action={
        <>
          {canGoBack ? <Button variant="secondary" onClick={() => void navigate(-1)}>{words.back}</Button> : null}
          <CheckPlaceAgain />
        </>
      }
    >
      <div className="place-seen">{place === null ? <p>{words.notKnown}</p> : <PlaceNotice place={place} />}</div>
    </Notice>
  );
}

/** Links that work from every place, if this platform has them. */
function OpenPages() {
  const { withdraw, transactions, exclusion, practice, help } = words.links;
  const all: readonly (readonly [isOffered: boolean, to: string, icon: IconName, text: readonly [string, string]])[] = [
    [useCan('withdrawals'), '/withdraw', 'wallet', withdraw],
    [useCan('histories'), '/transactions-history', 'history', transactions],
    [useCan('protection'), '/self-exclusion', 'shield', exclusion],
    [true, '/games', 'games', practice],
    [true, '/help', 'help', help],
  ];
  return (
    <nav className="stack" aria-labelledby="place-open">
      <h2 id="place-open">{words.open}</h2>
      <ul className="way-tiles">
        {all.filter(([isOffered]) => isOffered).map(([, to, icon, [label, hint]]) => (
          <li key={to}>
            <Link to={to}>
              <Icon name={icon} />
              <span>{label}<span className="quiet small">{hint}</span></span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Explains why nobody can play for money here, what is known about the place, and what stays open. */
export default function LocationRestrictionPage() {
  return (
    <Article page={page}>
      {useCan('place') ? <PlaceSection /> : null}
      <OpenPages />
    </Article>
  );
}
