import { activateSupportChat } from '../../../state/session';
import { useCan, useFigures } from '../../../state/use';
import { Button, buttonClass } from '../../../ui/Button';
import { Link } from 'react-router-dom';
import { words } from '../words';

/** True if the player's identity is known to be verified. */
export function useIsVerified(): boolean {
  return useFigures((figures) => figures.accountData?.verification === 'verified');
}

/**
 * The step that settles `identity-needed`: the player verifies the NIN and returns to `next`. A player who has done that already looks like
 * the holder of another account, so people have to decide, and the step is to write to them.
 */
export function IdentityStep({ next }: { next: string }) {
  return <IdentityAction next={next} isVerified={useIsVerified()} canWrite={useCan('support')} />;
}

/** The same step for a caller that knows whether the NIN is verified and whether there is a team to write to. */
export function IdentityAction({ next, isVerified, canWrite }: { next: string; isVerified: boolean; canWrite: boolean }) {
  if (!isVerified) return <Link className={buttonClass('secondary')} to={`/nin?next=${encodeURIComponent(next)}`}>{words.verifyNin}</Link>;
  return canWrite ? <Button variant="secondary" onClick={activateSupportChat}>{words.writeToUs}</Button> : null;
}
