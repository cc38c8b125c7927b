import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { closeAccount } from '../../../bridge/actions/account';
import { moneyLeft } from '../../../core/contract/sessions';
import { ownForm } from '../../../state/form-input';
import { useSession } from '../../../state/use';
import { Dialog } from '../../../ui/Dialog';
import { isDeviceOffline } from '../../shared/form/device-offline';
import { formFailure } from '../../shared/form/form-failure';
import { useForm } from '../../shared/form/use-form';
import { BeforeClosing } from './BeforeClosing';
import type { ClosingObstacle } from './closing-obstacle';
import { FinalConfirmation } from './FinalConfirmation';
import { PasswordStep } from './PasswordStep';
import type { ClosingValues } from './PasswordStep';
import { words } from './words';

const UNREACHED = { notSent: words.closeNotSent, unknown: words.closeUnknown } as const;

type Step = 'explanation' | 'password' | 'confirmation';

/** Explains the closing, asks for the password, then for a last confirmation. */
export default function CloseDialog({ onClose }: { onClose: () => void }) {
  const userId = useSession((session) => session.userId);
  const navigate = useNavigate();
  const form = useForm<ClosingValues>({
    name: ownForm('close-account', userId), initial: { password: '', reason: '' }, secret: ['password'],
  });
  const [step, setStep] = useState<Step>('explanation');
  const [busy, setBusy] = useState(false);
  const [obstacle, setObstacle] = useState<ClosingObstacle | null>(null);
  const [message, setMessage] = useState<string | null>(null);

  /** After an obstacle the platform is asked again. The password it has taken before is not asked for again. */
  function goOn(): void {
    setObstacle(null);
    setStep(obstacle === null || form.values.password === '' ? 'password' : 'confirmation');
  }

  async function close(): Promise<void> {
    setBusy(true);
    setMessage(null);
    const result = await closeAccount(form.values.password, form.values.reason);
    setBusy(false);
    if (result.ok) {
      // The help page confirms the closing, because this page is not open to a guest.
      void navigate('/help#account-closed', { replace: true });
      return;
    }
    const { code, current } = result.error.problem ?? {};
    const { fields, message: failureText } = formFailure(result.error, ['password', 'reason'], UNREACHED, isDeviceOffline(), 'password');
    if (code === 'money-left') {
      const parsed = moneyLeft.safeParse(current);
      setObstacle({ text: failureText ?? words.failed, obstacles: parsed.success ? parsed.data : null });
      setStep('explanation');
    } else if (Object.keys(fields).length > 0) {
      setStep('password');
      form.refuse(fields);
    } else setMessage(failureText);
  }

  return (
    <Dialog open title={step === 'confirmation' ? words.sureTitle : words.closeTitle} closeLabel={words.keep} onClose={onClose}>
      {step === 'explanation' ? <BeforeClosing foundObstacle={obstacle} onGoOn={goOn} onLeave={onClose} /> : null}
      {step === 'password' ? <PasswordStep form={form} onGoOn={() => setStep('confirmation')} onBack={() => setStep('explanation')} /> : null}
      {step === 'confirmation' ? <FinalConfirmation busy={busy} message={message} onConfirm={() => void close()} onLeave={onClose} /> : null}
    </Dialog>
  );
}
