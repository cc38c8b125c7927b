/**
 * Statements that are sent in one trip can't wait for each other's answers. Where a later one must do nothing unless an earlier one came
 * through, the earlier one opens the transaction's gate, and the later one has it in its condition. A gate ends with its transaction.
 */

/** SQL: opens the gate; an expression. */
export const OPEN_GATE = `set_config('ayo.gate', 'open', true)`;

/** SQL: true where the gate is open. PostgreSQL looks before it scans or locks anything. */
export const GATE_IS_OPEN = `current_setting('ayo.gate', true) = 'open'`;
