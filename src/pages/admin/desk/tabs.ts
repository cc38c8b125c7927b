import { ADMIN_ROLES } from '../../../core/admin-roles';
import type { AdminRole } from '../../../core/admin-roles';
import type { Capability } from '../../../core/contract/platform';
import { entryOf } from '../../../core/words/is-key-of';

/** The parts of the operator's page in their order, each with the capability that the platform needs, and the roles of which an admin needs one. */
export const TABS = [
  { tab: 'today', needs: 'today', roles: ADMIN_ROLES },
  { tab: 'games', needs: 'admin', roles: ['games'] },
  { tab: 'approvals', needs: 'approvals', roles: ['payments'] },
  { tab: 'payments', needs: 'corrections', roles: ['payments', 'owner'] },
  { tab: 'adjustments', needs: 'corrections', roles: ['payments', 'owner'] },
  { tab: 'players', needs: 'desk-players', roles: ['support', 'payments', 'risk', 'owner'] },
  { tab: 'identity', needs: 'lookalikes', roles: ['risk'] },
  { tab: 'risk', needs: 'risk', roles: ['risk', 'owner'] },
  { tab: 'promotions', needs: 'promotions', roles: ['games', 'owner'] },
  { tab: 'messages', needs: 'support', roles: ['support'] },
  { tab: 'reports', needs: 'reports', roles: ['owner', 'payments'] },
  { tab: 'people', needs: 'admins', roles: ['owner'] },
  { tab: 'trail', needs: 'admin', roles: ['owner', 'risk'] },
] as const satisfies readonly { readonly tab: string; readonly needs: Capability; readonly roles: readonly AdminRole[] }[];

export type Tab = (typeof TABS)[number]['tab'];

/** The tabs that the platform supports, by `isAble`, and an admin with these roles may open (null: the platform has no roles). */
export function tabsOf(isAble: (needs: Capability) => boolean, own: readonly AdminRole[] | null): readonly Tab[] {
  const mayOpen = (roles: readonly AdminRole[]) => own === null || roles.some((role) => own.includes(role));
  return TABS.filter(({ needs, roles }) => isAble(needs) && mayOpen(roles)).map(({ tab }) => tab);
}

/** The tab that an address (`?tab=…`) names; the first one where it names none. */
export function tabOf(search: URLSearchParams, tabs: readonly Tab[]): Tab {
  return tabs.find((tab) => tab === search.get('tab')) ?? tabs[0] ?? 'today';
}

/** What the desk opens with has no name in the address. */
export const addressOfTab = (tab: Tab): string => (tab === 'today' ? '/admin' : `/admin?tab=${tab}`);

/** The tab that an arrow key leads to from another, in a circle. It is null for every other key. */
export function tabByKey(key: string, from: Tab, tabs: readonly Tab[]): Tab | null {
  const at = tabs.indexOf(from);
  const steps: Readonly<Record<string, number>> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 };
  const to = entryOf(steps, key);
  return to === undefined ? null : (tabs.at(to % tabs.length) ?? null);
}
