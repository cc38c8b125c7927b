import { useEffect, useState } from 'react';
import { useCan, useConnection, useFigures } from '../../../state/use';

/** As long as an answer about the player may take after the platform's first answer; a test holds both against the deadlines of those calls. */
const CHECK_LIMIT_MS = 4_000;
/** As long as the first answer may take. What else a page reads is waited for as long. */
const FIRST_LIMIT_MS = 8_000;

/**
 * True until profile and account of a player of whom the device keeps nothing have come. What a page would draw without one of them is drawn
 * otherwise a moment later. A platform that can't be reached, that has no accounts or whose calls fail is not waited for, and no other any
 * longer than a call may take.
 */
export function useIsUnchecked(): boolean {
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
