import { useFigures, useSession } from '../../../state/use';
import { Money } from '../../../ui/Money';

/** The balance after money came, or came back, at the instant `since`. A balance that was read before does not have the money in it. */
export function NewBalance({ label, since }: { label: string; since: string }) {
  const balance = useSession((session) => session.balance);
  const currency = useSession((session) => session.balanceCurrency);
  const savedAt = useFigures((figures) => figures.balance.savedAt);
  if (balance === null || savedAt === null || savedAt < Date.parse(since)) return null;
  return <p>{label}: <strong><Money amount={balance} currency={currency ?? ''} /></strong></p>;
}
