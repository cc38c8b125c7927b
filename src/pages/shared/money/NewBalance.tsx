import { useSession } from '../../../state/use';
import { Money } from '../../../ui/Money';

/** The balance after money came, or came back. */
export function NewBalance({ label }: { label: string }) {
  const balance = useSession((session) => session.balance);
  const currency = useSession((session) => session.balanceCurrency);
  if (balance === null) return null;
  return <p>{label}: <strong><Money amount={balance} currency={currency ?? ''} /></strong></p>;
}
