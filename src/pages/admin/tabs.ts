import type { Capability } from '../../core/contract/platform';
import { entryOf } from '../../core/words/is-key-of';

/** The parts of the operator's page, in their order, each with what the platform must be able to do for it. */
export const TABS = [
  { tab: 'games', needs: 'admin' },
  { tab: 'approvals', needs: 'approvals' },
  { tab: 'players', needs: 'lookalikes' },
  { tab: 'promotions', needs: 'promotions' },
  { tab: 'messages', needs: 'support' },
  { tab: 'people', needs: 'admins' },
  { tab: 'trail', needs: 'admin' },
] as const satisfies readonly { readonly tab: string; readonly needs: Capability }[];

export type Tab = (typeof TABS)[number]['tab'];

/** The tabs that are there, of a platform that can do what `isAble` says. */
export function tabsOf(isAble: (needs: Capability) => boolean): readonly Tab[] {
  return TABS.filter(({ needs }) => isAble(needs)).map(({ tab }) => tab);
}

/** Which of them an address (`?tab=…`) means; the first one when it means none. */
export function tabOf(search: URLSearchParams, tabs: readonly Tab[]): Tab {
  return tabs.find((tab) => tab === search.get('tab')) ?? 'games';
}

/** The first tab has no name in the address. */
export const addressOfTab = (tab: Tab): string => (tab === 'games' ? '/admin' : `/admin?tab=${tab}`);

/** The tab that an arrow key leads to from another, round and round; null for every other key. */
export function tabByKey(key: string, from: Tab, tabs: readonly Tab[]): Tab | null {
  const at = tabs.indexOf(from);
  const steps: Readonly<Record<string, number>> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 };
  const to = entryOf(steps, key);
  return to === undefined ? null : (tabs.at(to % tabs.length) ?? null);
}
