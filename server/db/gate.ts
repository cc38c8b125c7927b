/**
 * Statements that are sent in one trip can't wait for each other's answers. Where a later one must do nothing unless an earlier one came
 * through, the earlier one opens the transaction's gate for a player, and the later one has it in its condition. A gate ends with its transaction,
 * and where it opens for the next player.
 */

/** SQL: opens the gate for the player; an expression. */
export const openGateFor = (userId: string): string => `set_config('ayo.gate', ${userId}, true)`;

/** SQL: true where the gate is open for the player. */
export const isGateOpenFor = (userId: string): string => `current_setting('ayo.gate', true) = ${userId}`;

/**
 * How a statement behind the gate locks. `wait`: it waits for whoever has the lock, as long as the pool's time limit says. `skip`: where another
 * transaction has it, it finds nothing, as if the gate were closed.
 */
export type GatedLock = 'wait' | 'skip';
