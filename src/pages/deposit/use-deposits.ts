import { useEffect } from 'react';
import { depositOf, watchDeposit } from '../../bridge/actions/cashier';
import { loadDeposits, storedDeposits } from '../../bridge/actions/histories';
import { isUnderWay } from '../../core/deposit-claim';
import type { Deposit } from '../../core/contract/cashier';
import { clock } from '../../core/time';
import { intentsStore } from '../../state/intents';
import type { IntentsState } from '../../state/intents';
import { useFollowedList } from '../shared/money/use-followed-list';
import type { FollowedState, ListSource } from '../shared/money/use-followed-list';
import { deposits, idOf, isLaterThan, NO_DEPOSITS } from './deposits';
import type { Deposits } from './deposits';

export type KnownDeposits = Deposits & FollowedState<Deposit>;

const SOURCE: ListSource<Deposit, Deposits> = {
  kind: 'deposit', none: NO_DEPOSITS, reduce: deposits, idOf,
  isUnderWay: (deposit) => isUnderWay(deposit, clock.now()),
  stored: storedDeposits, load: (signal) => loadDeposits({}, signal), watch: watchDeposit,
};

/** The player's deposits. Those in progress, and `wantedId`, are followed until their state is final. */
export function useDeposits(wantedId: string | null): KnownDeposits {
  const list = useFollowedList(SOURCE, wantedId);
  const { isListed, savedAt, error, update } = list;

  // Without a live list the copy in the intents counts as newer, because the player needs the account or the code in it.
  const listedAt = isListed ? savedAt : error && 0;
  useEffect(() => {
    if (listedAt === null) return;
    const addNewer = ({ byKey }: IntentsState) => {
      for (const intent of Object.values(byKey)) {
        const started = depositOf(intent);
        if (started !== null && isLaterThan(started, listedAt)) update(started);
      }
    };
    addNewer(intentsStore.getState());
    return intentsStore.subscribe(addNewer);
  }, [listedAt, update]);

  return list;
}
