/** How the signed-in player is protected, as the pages that show it know it. Loaded with those pages alone. */
import { createStore } from 'zustand/vanilla';
import type { Protection } from '../core/contract/protection';
import type { CallError } from '../core/errors';
import { figuresStore } from './figures';
import { sessionStore } from './session';

export interface ProtectionStore {
  /** Null while it was never heard on this device. */
  readonly protection: Protection | null;
  /** Epoch ms at which the platform last said so; null while unknown. */
  readonly savedAt: number | null;
  /** The platform said so at the last try. */
  readonly live: boolean;
  /** A reality check that was due at this instant has stopped a stake, whatever this device's clock says; null = none. */
  readonly overdueAt: string | null;
  /** Why the last try failed; null after one that did not. */
  readonly error: CallError | null;
}

const UNKNOWN: ProtectionStore = { protection: null, savedAt: null, live: false, overdueAt: null, error: null };

export const protectionStore = createStore<ProtectionStore>()(() => UNKNOWN);

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** An answer that was made earlier never takes the place of a later one. */
export function hearProtection(answer: Protection, { live, savedAt }: { readonly live: boolean; readonly savedAt: number }): void {
  const current = protectionStore.getState().protection;
  if (current !== null && Date.parse(answer.at) < Date.parse(current.at)) return;
  protectionStore.setState({ protection: isSame(current, answer) ? current : answer, live, savedAt, error: null });
  // Other parts that show the account's state stay in step.
  const { accountData } = figuresStore.getState();
  if (live && accountData && accountData.protection !== answer.state) {
    figuresStore.setState({ accountData: { ...accountData, protection: answer.state } });
  }
}

/** Applies the consequence of this page's own action, until the platform says it. */
export function changeProtection(change: (current: Protection) => Protection): void {
  const { protection } = protectionStore.getState();
  if (protection !== null) protectionStore.setState({ protection: change(protection) });
}

export function failProtection(error: CallError): void {
  protectionStore.setState({ live: false, error });
}

// Nothing of one player is shown to the next.
sessionStore.subscribe(({ userId }, before) => {
  if (userId !== before.userId) protectionStore.setState(UNKNOWN, true);
});
