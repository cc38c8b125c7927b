import { useState } from 'react';
import { chooseClientSeed } from '../../../bridge/actions/fairness';
import { errorWords, fieldErrors } from '../../../core/error-words';
import { Button } from '../../../ui/Button';
import { TextField } from '../../../ui/Field';
import { seedWords as words } from './words';

/** Lets players choose their own part of the chance, after the commit was shown. */
export function ChooseSeed({ onChosen }: { onChosen?: () => void }) {
  const [seed, setSeed] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [saved, setSaved] = useState(false);
  const save = async () => {
    setBusy(true);
    const answer = await chooseClientSeed(seed);
    setBusy(false);
    setSaved(answer.ok);
    if (answer.ok) {
      setError(undefined);
      onChosen?.();
    } else {
      setError(fieldErrors(answer.error)['clientSeed'] ?? errorWords(answer.error));
    }
  };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void save();
      }}
    >
      <TextField
        label={words.changeSeed}
        hint={words.changeSeedHint}
        error={error}
        value={seed}
        maxLength={64}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => {
          setSaved(false);
          setSeed(event.target.value);
        }}
      />
      <Button type="submit" variant="secondary" busy={busy} busyLabel={words.saving}>{words.saveSeed}</Button>
      {saved ? <p role="status" className="small">{words.seedSaved}</p> : null}
    </form>
  );
}
