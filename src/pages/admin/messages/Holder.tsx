import { useState } from 'react';
import { giveThread } from '../../../bridge/actions/support-team';
import type { SupportTexts } from '../../../bridge/actions/support-team';
import type { AdminThread } from '../../../core/contract/support-team';
import { errorWords } from '../../../core/error-words';
import { dateTime } from '../../../core/time';
import { useSession } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { SelectField } from '../../../ui/Field';
import { words as messageWords } from './words';

const words = messageWords.holder;

function holderWords(holder: NonNullable<AdminThread['assignedTo']> | null, isOwn: boolean): string {
  if (holder === null) return words.nobody;
  const since = dateTime(Date.parse(holder.since));
  return isOwn ? words.own(since) : words.other(holder.username, since);
}

interface Props {
  thread: AdminThread;
  colleagues: SupportTexts['colleagues'];
  isOffline: boolean;
  onGiven: (thread: AdminThread) => void;
  onNewer: () => void;
}

/** Says who looks after the thread. One takes it, gives it back, or gives it to somebody else. */
export function Holder({ thread, colleagues, isOffline, onGiven, onNewer }: Props) {
  const ownId = useSession((session) => session.userId);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState('');
  const { assignedTo } = thread;
  // A platform that does not know it shows nothing of it.
  if (assignedTo === undefined) return null;
  const isOwn = assignedTo?.userId === ownId;
  const others = colleagues.filter(({ userId }) => userId !== ownId && userId !== assignedTo?.userId);

  async function give(to: string | null): Promise<void> {
    setBusy(true);
    setFailed('');
    const result = await giveThread(thread, to);
    setBusy(false);
    if (result.ok) onGiven(result.data);
    else if (result.error.code !== 'canceled') {
      setFailed(result.error.problem?.title ?? errorWords(result.error));
      if (result.error.problem?.code === 'conflict') onNewer();
    }
  }

  return (
    <div className="thread-holder">
      <p className="quiet small">
        {holderWords(assignedTo, isOwn)}
      </p>
      <div className="row">
        {isOwn ? null : <Button variant="secondary" disabled={isOffline} busy={busy} onClick={() => void give(ownId)}>{words.take}</Button>}
        {isOwn ? <Button variant="secondary" disabled={isOffline} busy={busy} onClick={() => void give(null)}>{words.giveBack}</Button> : null}
        {others.length === 0 ? null : (
          <SelectField label={words.giveTo} value="" disabled={isOffline || busy} onChange={(event) => void give(event.target.value)}>
            <option value="" disabled>{words.choose}</option>
            {others.map(({ userId, username }) => <option key={userId} value={userId}>{username}</option>)}
          </SelectField>
        )}
      </div>
      <p role="status" className="field-error">{failed}</p>
    </div>
  );
}
