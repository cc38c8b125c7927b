import type { People } from '../../../bridge/actions/admins';
import type { AdminRole } from '../../../core/admin-roles';
import type { AdminPerson, Invitation } from '../../../core/contract/admins';
import { dateTime, shortDate } from '../../../core/time';
import { useSession } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { Pill } from '../../../ui/States';
import { words } from './words';

interface AdminsProps {
  people: People['items'];
  isOff: boolean;
  onConfirm: (person: AdminPerson) => void;
  onRoles: (person: AdminPerson) => void;
  onResetFactor: (person: AdminPerson) => void;
  onRemove: (person: AdminPerson) => void;
}

/** All admins, each with the admin who confirmed them as a person of their own. */
export function Admins({ people, isOff, onConfirm, onRoles, onResetFactor, onRemove }: AdminsProps) {
  const userId = useSession((session) => session.userId);
  return (
    <ul className="cards">
      {people.map((person) => (
        <li className="history-card" data-row="" tabIndex={-1} key={person.userId}>
          <div className="history-line">
            <span className="history-line-title">{person.name}</span>
            {person.userId === userId ? <Pill kind="info">{words.you}</Pill> : <span />}
            <span className="small">{rolesOf(person.roles)}</span>
            <span />
            <span className="quiet small">{person.username}, {words.invitedBy(person.invitedBy)}</span>
            <span className="quiet small figures">{words.since} {shortDate(Date.parse(person.since))}</span>
          </div>
          <PersonStatus person={person} />
          <div className="row admin-person-acts">
            <Button variant="secondary" disabled={isOff} aria-label={words.changeRolesOf(person.name)} onClick={() => onRoles(person)}>{words.changeRoles}</Button>
            {person.canConfirm ? (
              <Button variant="secondary" disabled={isOff} aria-label={words.confirmOf(person.name)} onClick={() => onConfirm(person)}>{words.confirm}</Button>
            ) : null}
            {person.userId === userId || typeof person.secondFactor !== 'string' ? null : (
              <Button variant="secondary" disabled={isOff} aria-label={words.resetFactorOf(person.name)} onClick={() => onResetFactor(person)}>{words.resetFactor}</Button>
            )}
            {person.userId === userId ? null : (
              <Button variant="danger" disabled={isOff} aria-label={words.removeOf(person.name)} onClick={() => onRemove(person)}>{words.remove}</Button>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Names roles in one line. */
function rolesOf(roles: readonly AdminRole[]): string {
  return roles.length === 0 ? words.noRoles : roles.map((role) => words.roleNames[role]).join(', ');
}

/** States if an admin's decisions count by themselves, and from when on. */
function PersonStatus({ person }: { person: AdminPerson }) {
  const { countsWith, confirmedBy, isConfirmedOnServer = false, moneyFrom, newRoles = [], secondFactor, whyNot } = person;
  const isUnconfirmed = confirmedBy === null && !isConfirmedOnServer;
  if (countsWith === null && isUnconfirmed && moneyFrom === null && newRoles.length === 0 && secondFactor !== null) return null;
  return (
    <div className="admin-standing small">
      {countsWith === null ? null : <p><Pill kind="warning">{words.countsWith(countsWith)}</Pill> <span className="quiet">{whyNot ?? words.countsWithText}</span></p>}
      {confirmedBy === null ? null : <p className="quiet">{words.confirmedBy(confirmedBy)}</p>}
      {isConfirmedOnServer ? <p className="quiet">{words.confirmedOnServer}</p> : null}
      {secondFactor === null ? <p><Pill kind="warning">{words.noFactor}</Pill></p> : null}
      {moneyFrom === null ? null : <p className="quiet">{words.moneyFrom(dateTime(Date.parse(moneyFrom)))}</p>}
      {newRoles.map(({ role, from }) => <p className="quiet" key={role}>{words.newRole(words.roleNames[role], dateTime(Date.parse(from)))}</p>)}
    </div>
  );
}

interface Props {
  invitations: People['invitations'];
  /** Epoch ms of the list. */
  nowMs: number;
  isOff: boolean;
  onYes: (invitation: Invitation) => void;
  onTakeBack: (invitation: Invitation) => void;
}

/** Invitations that wait for a second admin, and links that still work; each can be cancelled. */
export function Invitations({ invitations, nowMs, isOff, onYes, onTakeBack }: Props) {
  if (invitations.length === 0) return <p className="quiet">{words.openNone}</p>;
  return (
    <ul className="cards">
      {invitations.map((invitation) => (
        <li className="history-card" data-row="" tabIndex={-1} key={invitation.invitationId}>
          <div className="history-line admin-invitation">
            <span className="history-line-title">{invitation.email}</span>
            <span className="row">
              {invitation.canConfirm ? (
                <Button disabled={isOff} aria-label={words.approveOf(invitation.email)} onClick={() => onYes(invitation)}>{words.approve}</Button>
              ) : null}
              <Button variant="secondary" disabled={isOff} aria-label={words.takeBackOf(invitation.email)} onClick={() => onTakeBack(invitation)}>
                {words.takeBack}
              </Button>
            </span>
            <span className="quiet small">{rolesOf(invitation.roles)}, {words.by(invitation.invitedBy)}, {stateOf(invitation, nowMs)}</span>
            {invitation.whyNot === null ? null : <span className="quiet small admin-why">{invitation.whyNot}</span>}
          </div>
        </li>
      ))}
    </ul>
  );
}

function stateOf({ state, expiresAt, confirmedBy }: Invitation, nowMs: number): string {
  const until = Date.parse(expiresAt);
  if (until <= nowMs) return words.expired;
  if (state === 'waiting') return words.waiting;
  return `${confirmedBy === null ? '' : `${words.confirmedBy(confirmedBy)}, `}${words.expires(dateTime(until))}`;
}
