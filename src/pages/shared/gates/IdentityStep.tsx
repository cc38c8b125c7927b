import { activateSupportChat } from '../../../state/session';
import { useCan, useFigures } from '../../../state/use';
import { Button, buttonClass } from '../../../ui/Button';
import { Link } from 'react-router-dom';
import { words } from '../words';

/** Whether the player's identity is known to be verified. */
export function useIsVerified(): boolean {
  return useFigures((figures) => figures.accountData?.verification === 'verified');
}

/**
 * The step that settles `identity-needed`: the NIN is verified, and the way leads back to `next`. People have to tell a player who
 * has done that already from another account, so that player writes to them.
 */
export function IdentityStep({ next }: { next: string }) {
  return <IdentityWay next={next} isVerified={useIsVerified()} canWrite={useCan('support')} />;
}

export function IdentityWay({ next, isVerified, canWrite }: { next: string; isVerified: boolean; canWrite: boolean }) {
  if (!isVerified) return <Link className={buttonClass('secondary')} to={`/nin?next=${encodeURIComponent(next)}`}>{words.verifyNin}</Link>;
  return canWrite ? <Button variant="secondary" onClick={activateSupportChat}>{words.writeToUs}</Button> : null;
}
