import { isUnderWay, loadWithdrawals, storedWithdrawals, watchWithdrawal } from '../../bridge/actions/withdrawals';
import type { Withdrawal } from '../../core/contract/withdrawals';
import { useFollowedList } from '../shared/money/use-followed-list';
import type { FollowedState, ListSource } from '../shared/money/use-followed-list';
import { idOf, NO_WITHDRAWALS, withdrawals } from './withdrawals';
import type { Withdrawals } from './withdrawals';

export type WithdrawalsState = Withdrawals & FollowedState<Withdrawal>;

const SOURCE: ListSource<Withdrawal, Withdrawals> = {
  kind: 'withdrawal', none: NO_WITHDRAWALS, reduce: withdrawals, idOf, isUnderWay,
  stored: storedWithdrawals, load: loadWithdrawals, watch: watchWithdrawal,
};

/** The player's withdrawals. Those in progress, and `wantedId`, are followed until their state is final. */
export const useWithdrawals = (wantedId: string | null): WithdrawalsState => useFollowedList(SOURCE, wantedId);
