/** The tools that help a player, and which of them fit the result of the self-test. Pure. */
import type { Band } from '../../core/self-test';
import type { Capability } from '../../core/contract/platform';
import type { IconName } from '../../ui/more-icons';
import { words } from './words';

export type ToolName = keyof typeof words.links;

export interface Tool {
  readonly to: string;
  readonly icon: IconName;
  /** The tool exists only where the platform has this capability. */
  readonly needs?: Capability;
}

export const TOOLS: Readonly<Record<ToolName, Tool>> = {
  limits: { to: '/self-exclusion#limits', icon: 'shield', needs: 'protection' },
  check: { to: '/self-exclusion#reality-check', icon: 'info', needs: 'protection' },
  pause: { to: '/self-exclusion#break', icon: 'clock', needs: 'protection' },
  exclusion: { to: '/self-exclusion#exclusion', icon: 'lock', needs: 'protection' },
  paid: { to: '/transactions-history', icon: 'history', needs: 'histories' },
  played: { to: '/games-history', icon: 'games', needs: 'histories' },
  withdraw: { to: '/withdraw', icon: 'wallet', needs: 'withdrawals' },
  test: { to: '#self-test', icon: 'help' },
};

/** The tools, the most helpful first. */
export const NEXT_STEPS: Readonly<Record<Band, readonly ToolName[]>> = {
  none: ['limits', 'check'],
  low: ['limits', 'check', 'paid'],
  some: ['pause', 'limits', 'paid', 'withdraw'],
  strong: ['exclusion', 'pause', 'withdraw'],
};
