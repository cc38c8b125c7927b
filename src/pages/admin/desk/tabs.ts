import type { Capability } from '../../../core/contract/platform';
import { entryOf } from '../../../core/words/is-key-of';

/** The parts of the operator's page in their order, each with the capability that the platform needs for it. */
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

/** The tabs that the platform supports, by `isAble`. */
export function tabsOf(isAble: (needs: Capability) => boolean): readonly Tab[] {
  return TABS.filter(({ needs }) => isAble(needs)).map(({ tab }) => tab);
}

/** The tab that an address (`?tab=…`) names; the first one where it names none. */
export function tabOf(search: URLSearchParams, tabs: readonly Tab[]): Tab {
  return tabs.find((tab) => tab === search.get('tab')) ?? 'games';
}

/** The first tab has no name in the address. */
export const addressOfTab = (tab: Tab): string => (tab === 'games' ? '/admin' : `/admin?tab=${tab}`);

/** The tab that an arrow key leads to from another, in a circle. It is null for every other key. */
export function tabByKey(key: string, from: Tab, tabs: readonly Tab[]): Tab | null {
  const at = tabs.indexOf(from);
  const steps: Readonly<Record<string, number>> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 };
  const to = entryOf(steps, key);
  return to === undefined ? null : (tabs.at(to % tabs.length) ?? null);
}
