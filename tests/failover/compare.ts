/** Compares what the witness wrote down with what the database holds in the end. */
import type pg from 'pg';
import type { WitnessLine } from './witness-file';

export interface Comparison {
  readonly acknowledged: number;
  /** Acknowledged, and missing or with another answer. */
  readonly lost: readonly string[];
  /** More than one effect of one key, one credit too many, or an effect of a key that the platform had said would have none. */
  readonly twice: readonly string[];
  /** Players never learned what became of these. */
  readonly open: number;
}

/** What the database holds of one key. */
export interface Effects {
  readonly user_id: string;
  readonly key: string;
  readonly answer: string | null;
  readonly state: string;
  /** Rounds, or credits of the deposit. */
  readonly effects: number;
}

/** Of each key its answer, and how often it moved money. */
const EFFECTS = `
  SELECT o.user_id, o.key, o.answer, o.state,
         (SELECT count(*) FROM ledger_transaction t WHERE t.user_id = o.user_id AND t.operation_key = o.key AND t.kind = 'round')
         + (SELECT count(*) FROM ledger_transaction t WHERE t.kind = 'deposit' AND t.reference = o.answer::jsonb ->> 'depositId') AS effects
  FROM operation o WHERE o.key LIKE 'failover-%'`;

export async function readEffects(db: pg.Pool): Promise<readonly Effects[]> {
  return (await db.query<Effects>(EFFECTS)).rows;
}

export function compareWithWitness(rows: readonly Effects[], lines: readonly WitnessLine[]): Comparison {
  const byKey = new Map(rows.map((row) => [`${row.user_id}/${row.key}`, row]));
  const [lost, twice]: [string[], string[]] = [[], []];
  let acknowledged = 0;
  for (const line of lines) {
    if (line.says !== 'done' && line.says !== 'not done') continue;
    const name = `${line.kind} ${line.userId}/${line.key}`;
    const row = byKey.get(`${line.userId}/${line.key}`);
    const effects = row?.effects ?? 0;
    if (line.says === 'not done') {
      if (effects > 0) twice.push(`${name} was not to happen, and has ${effects} effects`);
      continue;
    }
    acknowledged += 1;
    if (row === undefined || effects === 0) lost.push(`${name} is gone`);
    else if (row.answer !== line.text) lost.push(`${name} has another answer: ${String(row.answer)}`);
    if (effects > 1) twice.push(`${name} has ${effects} effects`);
  }
  return { acknowledged, lost, twice, open: lines.filter(({ says }) => says === 'open').length };
}

/** Returns the longest time, in ms, without an acknowledgement that touches the time from `from` to `to`. */
export function longestSilence(lines: readonly WitnessLine[], from: number, to: number): number {
  const times = lines.filter(({ says }) => says === 'done').map(({ at }) => at).toSorted((a, b) => a - b);
  let longest = 0;
  for (const [index, at] of times.entries()) {
    const before = times[index - 1];
    if (before === undefined || at < from || before > to) continue;
    longest = Math.max(longest, at - before);
  }
  return longest;
}
