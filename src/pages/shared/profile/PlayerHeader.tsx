import type { ReactNode } from 'react';
import { FigureAge } from '../../../bridge/figures/FigureAge';
import { dayWords } from '../../../core/time';
import { useFigures, useSession } from '../../../state/use';
import { Pill } from '../../../ui/States';
import { useIsSecond } from '../gates/SecondAccount';
import { words } from './words';

/** A "now" before anybody joined, so that `dayWords` always writes the year. */
const YEAR_1970 = 0;

/** The first letter of a name. A letter may take two places in a string. */
function initialOf(name: string): string {
  const point = name.trim().codePointAt(0);
  return point === undefined ? '' : String.fromCodePoint(point).toUpperCase();
}

function StatusPills() {
  const account = useFigures((figures) => figures.accountData);
  const isSecond = useIsSecond();
  if (account === null) return <div className="row" />;
  const { emailActivated, verification, role, protection } = account;
  return (
    <div className="row">
      <Pill kind={emailActivated ? 'success' : 'warning'}>{emailActivated ? words.emailActive : words.emailOpen}</Pill>
      <Pill kind={verification === 'verified' ? 'success' : 'quiet'}>
        {verification === 'verified' ? words.identityVerified : isSecond ? words.second : words.identityOpen}
      </Pill>
      {protection === 'none' ? null : <Pill kind="info">{words.protection[protection]}</Pill>}
      {role === 'admin' ? <Pill kind="accent">{words.admin}</Pill> : null}
    </div>
  );
}

/** The player's name and state, as the platform has them, with their age. `children`: a line below them. */
export function PlayerHeader({ children }: { children?: ReactNode }) {
  const firstName = useSession((session) => session.firstName);
  const lastName = useSession((session) => session.lastName);
  const userName = useSession((session) => session.userName);
  const email = useSession((session) => session.email);
  const isKnown = useFigures((figures) => figures.profile.savedAt !== null);
  const memberSince = useFigures((figures) => figures.accountData?.memberSince);
  const name = [firstName, lastName].filter(Boolean).join(' ') || (userName ?? words.unknownName);
  const initials = initialOf(firstName ?? '') + initialOf(lastName ?? '') || initialOf(userName ?? '');
  const since = memberSince === undefined ? null : words.memberSince(dayWords(Date.parse(memberSince), YEAR_1970));
  return (
    <header className="who">
      <span className="who-mark" aria-hidden="true">{initials}</span>
      <h1 tabIndex={-1}>{words.title}</h1>
      <p className="who-name">{name}</p>
      <p className="quiet who-address">{[userName === name ? '' : userName, email].filter(Boolean).join(' · ')}</p>
      <p className="quiet small">
        {isKnown ? <>{words.profileAge}: <FigureAge kind="profile" /></> : null}
        {isKnown && since !== null ? ' · ' : null}
        {since}
      </p>
      <StatusPills />
      {children}
    </header>
  );
}
