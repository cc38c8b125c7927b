import type { People } from '../../../bridge/actions/admins';
import type { Invitation } from '../../../core/contract/admins';
import { dateTime, shortDate } from '../../../core/time';
import { useSession } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { Pill } from '../../../ui/States';
import { words } from './words';

/** Everybody who may act here. */
export function Admins({ people }: { people: People['items'] }) {
  const userId = useSession((session) => session.userId);
  return (
    <ul className="cards">
      {people.map((person) => (
        <li className="history-card" key={person.userId}>
          <div className="history-line">
            <span className="history-line-title">{person.name}</span>
            {person.userId === userId ? <Pill kind="info">{words.you}</Pill> : <span />}
            <span className="quiet small">{person.username}, {words.invitedBy(person.invitedBy)}</span>
            <span className="quiet small figures">{words.since} {shortDate(Date.parse(person.since))}</span>
          </div>
        </li>
      ))}
    </ul>
  );
}

interface Props {
  invitations: People['invitations'];
  /** Epoch ms of the list. */
  nowMs: number;
  isOff: boolean;
  onTakeBack: (invitation: Invitation) => void;
}

/** Links that still work; each can be taken back. */
export function Invitations({ invitations, nowMs, isOff, onTakeBack }: Props) {
  if (invitations.length === 0) return <p className="quiet">{words.openNone}</p>;
  return (
    <ul className="cards">
      {invitations.map((invitation) => {
        const expiresAt = Date.parse(invitation.expiresAt);
        return (
          <li className="history-card" key={invitation.invitationId}>
            <div className="history-line admin-invitation">
              <span className="history-line-title">{invitation.email}</span>
              <Button
                variant="secondary"
                disabled={isOff}
                aria-label={words.takeBackOf(invitation.email)}
                onClick={() => onTakeBack(invitation)}
              >
                {words.takeBack}
              </Button>
              <span className="quiet small">
                {words.by(invitation.invitedBy)}, {expiresAt > nowMs ? words.expires(dateTime(expiresAt)) : words.expired}
              </span>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
