import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import type { Change } from './use-change';
import { words } from './words';

/** A question that an admin answers before a change is made. */
interface Question {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly isDangerous: boolean;
}

function questionOf(change: Exclude<Change, { kind: 'invite' }>): Question {
  switch (change.kind) {
    case 'take-back':
      return { title: words.takeBackTitle, text: words.takeBackText(change.invitation.email), yes: words.takeBackYes, isDangerous: true };
    case 'yes': {
      const { email, invitedBy } = change.invitation;
      return { title: words.approveTitle, text: words.approveText(email, invitedBy), yes: words.approveYes, isDangerous: false };
    }
    case 'confirm': {
      const { name, countsWith } = change.person;
      return { title: words.confirmTitle(name), text: words.confirmText(name, countsWith ?? ''), yes: words.confirmYes, isDangerous: false };
    }
  }
}

interface Props {
  change: Exclude<Change, { kind: 'invite' }>;
  /** No decision about people can be sent without a connection. */
  isOff: boolean;
  onYes: () => void;
  onClose: () => void;
}

/** States what the button does before it is pressed. */
export function Ask({ change, isOff, onYes, onClose }: Props) {
  const { title, text, yes, isDangerous } = questionOf(change);
  return (
    <Dialog open title={title} closeLabel={words.close} onClose={onClose}>
      <p>{text}</p>
      {isOff ? <p role="status">{words.offlineTake}</p> : null}
      <div className="row">
        <Button variant={isDangerous ? 'danger' : 'primary'} disabled={isOff} onClick={onYes}>{yes}</Button>
        <Button variant="ghost" onClick={onClose}>{words.cancel}</Button>
      </div>
    </Dialog>
  );
}
