/** Writes a statement as a file: the platform's pages joined, in the contract's shape. */
import { getStatement } from '../../../core/contract/statement';
import type { StatementPage } from '../../../core/contract/statement';
import type { Result } from '../../../core/errors';

export type LoadStatementPage = (after: string | undefined) => Promise<Result<StatementPage>>;

/** The entries loaded so far. Entries are only ever added, so a try that broke off continues where it was. */
export type LoadedStatement = StatementPage | null;

/** `ok: false`: the other entries could not be loaded now. */
export interface StatementResult {
  readonly ok: boolean;
  readonly statement: LoadedStatement;
}

/** Loads page after page to the end. `earlier` has the entries of an earlier try. `onProgress` gets the number of entries so far. */
export async function collectStatement(
  load: LoadStatementPage,
  earlier: LoadedStatement,
  onProgress: (count: number) => void,
): Promise<StatementResult> {
  let statement = earlier;
  for (;;) {
    const after = statement?.next ?? undefined;
    const page = await load(after);
    // A platform that returns the same cursor again would never come to an end.
    if (!page.ok || (page.data.next !== null && page.data.next === after)) return { ok: false, statement };
    const { data } = page;
    statement = statement === null ? data : { ...data, previous: statement.previous, items: [...statement.items, ...data.items] };
    if (data.next === null) return { ok: true, statement };
    onProgress(statement.items.length);
  }
}

/** One line for each entry, so that a person can read it and compare it with another file. */
export function toFile({ items, ...rest }: StatementPage): string {
  const lines = items.map((entry) => JSON.stringify(entry)).join(',\n');
  return `${JSON.stringify(rest).slice(0, -1)},"items":[\n${lines}\n]}\n`;
}

/** The statement in a file; null where the file holds none. */
export function fromFile(text: string): StatementPage | null {
  try {
    const parsed = getStatement.answer.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/**
 * Asks if the platform's books still continue from the end of a statement: a chain that was made anew as a whole has another hash there. It
 * is `unknown` without an answer, and for a statement without entries.
 */
export async function compareWithBooks({ items }: StatementPage, load: LoadStatementPage): Promise<'same' | 'differ' | 'unknown'> {
  const last = items.at(-1);
  if (last === undefined) return 'unknown';
  const answer = await load(last.entryId);
  if (answer.ok) return answer.data.previous === last.hash ? 'same' : 'differ';
  return answer.error.problem?.code === 'bad-request' ? 'differ' : 'unknown';
}
