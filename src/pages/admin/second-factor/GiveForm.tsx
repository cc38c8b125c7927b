import { give } from '../../../bridge/actions/second-factor';
import { CodeForm } from './CodeForm';
import { GivePasskey } from './GivePasskey';
import { words } from './words';

/** Asks for a code of the app, a recovery code or a passkey. `onGiven` gets how many recovery codes are left after one was used. */
export function GiveForm({ onGiven }: { onGiven: (codesLeft: number | null) => void }) {
  const { code, submit, busy, failed } = words.give;
  return (
    <div className="stack">
      <CodeForm
        label={code} submit={submit} busyLabel={busy} failed={failed} takesRecoveryCodes
        send={give} onDone={({ codesLeft }) => onGiven(codesLeft)}
      />
      <GivePasskey onGiven={() => onGiven(null)} />
    </div>
  );
}
