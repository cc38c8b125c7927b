import { loadWithdrawals } from '../../bridge/actions/withdrawals';
import { useLoaded } from '../shared/answers/use-loaded';

/** When a withdrawal was checked, epoch ms: the platform's list of them says it, and the device's copy of that without a connection. */
export function useCheckedAt(withdrawalId: string): number | null {
  const { data } = useLoaded(loadWithdrawals);
  const step = data?.items.find((each) => each.withdrawalId === withdrawalId)?.timeline.find((each) => each.step === 'checked');
  return step === undefined ? null : Date.parse(step.at);
}
