import { useState } from 'react';
import type { AccountLock } from '../../../core/contract/desk-player-acts';
import { LOCKS } from '../../../core/contract/desk-player-acts';
import type { DeskPlayer } from '../../../core/contract/desk-players';
import { dateTime } from '../../../core/time';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { Notice } from '../../../ui/States';
import { ActForm } from './ActForm';
import type { ActChoice } from './ActForm';
import { words } from './acts-words';

const MORE_ACTS = ['sign-out', 'limit', 'break', 'mail'] as const;

function titleOf(choice: ActChoice): string {
  return 'what' in choice ? words[choice.act][choice.what] : words.buttons[choice.act];
}

/** The locks that hold, and a button for each thing that the admin may do about the player. */
export function Acts({ player, onDone }: { player: DeskPlayer; onDone: () => void }) {
  const [choice, setChoice] = useState<ActChoice | null>(null);
  const [isDone, setDone] = useState(false);
  const { locks, acts, isEmailConfirmed } = player;
  const unlocked = acts.includes('lock') ? LOCKS.filter((what) => !locks.some((lock) => lock.what === what)) : [];
  const more = MORE_ACTS.filter((act) => acts.includes(act) && (act !== 'mail' || !isEmailConfirmed));
  const choose = (next: ActChoice) => {
    setDone(false);
    setChoice(next);
  };
  return (
    <section className="stack" aria-label={words.title}>
      {locks.map((lock) => <Held key={lock.lockId} lock={lock} onUnlock={acts.includes('unlock') ? () => choose({ act: 'unlock', what: lock.what, lockId: lock.lockId }) : null} />)}
      <div role="status">{isDone ? <Notice kind="success">{words.done}</Notice> : null}</div>
      <div className="row player-acts">
        {more.map((act) => <Button key={act} variant="secondary" onClick={() => choose({ act })}>{words.buttons[act]}</Button>)}
        {unlocked.map((what) => <Button key={what} variant="secondary" onClick={() => choose({ act: 'lock', what })}>{words.lock[what]}</Button>)}
      </div>
      {choice === null ? null : (
        <Dialog open title={titleOf(choice)} closeLabel={words.close} onClose={() => setChoice(null)}>
          <ActForm
            choice={choice} playerId={player.playerId} title={titleOf(choice)} onClose={() => setChoice(null)}
            onDone={() => {
              setChoice(null);
              setDone(true);
              onDone();
            }}
          />
        </Dialog>
      )}
    </section>
  );
}

function Held({ lock: { what, at, by, reason, isCarried }, onUnlock }: { lock: AccountLock; onUnlock: (() => void) | null }) {
  return (
    <Notice
      kind="danger" title={words.locked[what]}
      action={onUnlock === null ? undefined : <Button variant="secondary" onClick={onUnlock}>{words.unlock[what]}</Button>}
    >
      <p className="player-text">{reason}</p>
      {isCarried ? <p className="quiet small">{words.carried}</p> : null}
      <p className="quiet small">{words.lockedBy(by, dateTime(Date.parse(at)))}</p>
    </Notice>
  );
}
