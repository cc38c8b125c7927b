import { give } from '../../../bridge/actions/second-factor';
import { CodeForm } from './CodeForm';
import { words } from './words';

/** Asks for a code of the app or a recovery code. `onGiven` gets how many recovery codes are left after one was used. */
export function GiveForm({ onGiven }: { onGiven: (codesLeft: number | null) => void }) {
  const { code, submit, busy, failed } = words.give;
  return (
    <CodeForm
      label={code} submit={submit} busyLabel={busy} failed={failed} takesRecoveryCodes
      send={give} onDone={({ codesLeft }) => onGiven(codesLeft)}
    />
  );
}
