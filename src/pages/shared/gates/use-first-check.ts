import { useEffect, useState } from 'react';
import { useCan, useConnection, useFigures } from '../../../state/use';

/** After the platform's first answer, an answer about the player takes no longer than this. A test compares both limits with the calls' deadlines. */
const CHECK_LIMIT_MS = 4_000;
/** The platform's first answer takes no longer than this. */
const FIRST_LIMIT_MS = 8_000;

/**
 * True while the player's profile or account is unknown, because the device stores none and no answer has come. A page that did not wait would
 * draw something else a moment later. It does not wait for the account of a platform without accounts, nor where the platform can't be reached or its
 * calls have failed, and never longer than a call may take.
 */
export function useIsFirstCheckPending(): boolean {
  const reach = useConnection((connection) => connection.reach);
  const hasAccounts = useCan('account');
  const isUnknown = useFigures(({ profile, account }) => profile.source === 'unknown' || (hasAccounts && account.source === 'unknown'));
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), reach === 'unknown' ? FIRST_LIMIT_MS : CHECK_LIMIT_MS);
    return () => clearTimeout(timer);
  }, [reach]);
  return (reach === 'unknown' || reach === 'online') && isUnknown && !isLate;
}
