/** The protection of the signed-in player. Only the pages that show it load this file. */
import { createStore } from 'zustand/vanilla';
import type { Protection } from '../core/contract/protection';
import type { CallError } from '../core/errors';
import { onDisconnect } from './connection';
import { figuresStore } from './figures';
import { sessionStore } from './session';

export interface ProtectionStore {
  /** Null while the platform has never sent it to this device. */
  readonly protection: Protection | null;
  /** Epoch ms at which the platform last said so; null while unknown. */
  readonly savedAt: number | null;
  /** True where the platform said so at the last try, and is still reached. */
  readonly live: boolean;
  /** When the reality check was due that has stopped a stake; null: none has. This device's clock may be wrong, so it is not asked. */
  readonly overdueAt: string | null;
  /** Why the last try failed; null after one that did not. */
  readonly error: CallError | null;
}

const UNKNOWN: ProtectionStore = { protection: null, savedAt: null, live: false, overdueAt: null, error: null };

export const protectionStore = createStore<ProtectionStore>()(() => UNKNOWN);

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** An answer that was made earlier never takes the place of a later one. */
export function applyProtection(answer: Protection, { live, savedAt }: { readonly live: boolean; readonly savedAt: number }): void {
  const current = protectionStore.getState().protection;
  if (current !== null && Date.parse(answer.at) < Date.parse(current.at)) return;
  protectionStore.setState({ protection: isSame(current, answer) ? current : answer, live, savedAt, error: null });
  // The account's state is shown elsewhere, too, and has to agree; at the start the account may be the newer of the two.
  const { accountData } = figuresStore.getState();
  if ((live || current !== null) && accountData && accountData.protection !== answer.state) {
    figuresStore.setState({ accountData: { ...accountData, protection: answer.state } });
  }
}

/** Shows the result of an action on this page before the platform has confirmed it. */
export function changeProtection(change: (current: Protection) => Protection): void {
  const { protection } = protectionStore.getState();
  if (protection !== null) protectionStore.setState({ protection: change(protection) });
}

export function setProtectionError(error: CallError): void {
  protectionStore.setState({ live: false, error });
}

// The next player must not see the protection of the one before.
sessionStore.subscribe(({ userId }, before) => {
  if (userId !== before.userId) protectionStore.setState(UNKNOWN, true);
});

// While the platform is out of reach, the page shows how old this is.
onDisconnect(() => protectionStore.setState({ live: false }));
