import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { findPlayer } from '../../../bridge/actions/corrections';
import type { CorrectedPlayer, Correction } from '../../../core/contract/corrections';
import { ownForm } from '../../../state/form-input';
import { useIsOffline, useSession } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { TextField } from '../../../ui/Field';
import { Notice } from '../../../ui/States';
import { isDeviceOffline } from '../../shared/form/device-offline';
import { formFailure } from '../../shared/form/form-failure';
import { FormShell } from '../../shared/form/FormShell';
import { OfflineNote } from '../../shared/form/OfflineNote';
import { useForm } from '../../shared/form/use-form';
import { PlayerFacts } from '../corrections/PlayerFacts';
import { ProposeForm } from './ProposeForm';
import { words } from './words';

/** Finds a player and proposes a correction. `?player=` in the address fills the search, for links from other tabs. */
export function ProposeSection({ onProposed }: { onProposed: (correction: Correction) => void }) {
  const [player, setPlayer] = useState<CorrectedPlayer | null>(null);
  return (
    <section className="stack" aria-labelledby="propose-adjustment">
      <h2 id="propose-adjustment">{words.propose}</h2>
      {player === null ? <FindForm onFound={setPlayer} /> : (
        <div className="card admin-adjust">
          <div className="stack">
            <h3>{player.name} <span className="quiet small">{player.username}</span></h3>
            <PlayerFacts player={player} />
          </div>
          <ProposeForm
            player={player}
            onOther={() => setPlayer(null)}
            onProposed={(correction) => {
              setPlayer(null);
              onProposed(correction);
            }}
          />
        </div>
      )}
    </section>
  );
}

function FindForm({ onFound }: { onFound: (player: CorrectedPlayer) => void }) {
  const [search] = useSearchParams();
  const userId = useSession((session) => session.userId);
  const isOffline = useIsOffline();
  const form = useForm({ name: ownForm('adjusted player', userId), initial: { name: search.get('player') ?? '' } });
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);

  async function submit(): Promise<void> {
    const name = form.values.name.trim();
    setMessage(null);
    if (name === '' || isOffline) return;
    setBusy(true);
    const result = await findPlayer(name);
    setBusy(false);
    if (result.ok) {
      onFound(result.data);
      return;
    }
    const failure = formFailure(result.error, ['name'], words, isDeviceOffline());
    form.refuse(failure.fields);
    setMessage(failure.message);
  }

  return (
    <FormShell attach={form.attach} busy={busy} onSubmit={() => void submit()}>
      <TextField {...form.text('name')} label={words.find} hint={words.findHint} maxLength={254} autoComplete="off" autoCapitalize="none" spellCheck={false} enterKeyHint="search" />
      {message === null ? null : <Notice kind="warning" live><p>{message}</p></Notice>}
      <OfflineNote>{words.offline}</OfflineNote>
      <div className="row"><Button type="submit" variant="secondary" disabled={isOffline} busy={busy} busyLabel={words.finding}>{words.findYes}</Button></div>
    </FormShell>
  );
}
