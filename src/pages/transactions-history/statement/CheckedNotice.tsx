import type { StatementPage } from '../../../core/contract/statement';
import type { Verdict } from '../../../core/statement';
import { Notice } from '../../../ui/States';
import { brokenWords, words } from './words';

/** The result of a check. `books` is null while the platform is asked, and for somebody else's statement. */
export interface StatementCheck {
  readonly statement: StatementPage;
  readonly verdict: Verdict;
  readonly isOwn: boolean;
  readonly books: 'same' | 'differ' | 'unknown' | null;
}

/** Says whether the chain of entries is whole, whose statement it is and whether it agrees with the books. */
export function CheckedNotice({ statement, verdict, isOwn, books }: StatementCheck) {
  if (!verdict.ok) {
    return <Notice kind="danger" title={words.broken} live><p>{brokenWords(verdict)}</p></Notice>;
  }
  const isDoubtful = !isOwn || books === 'differ';
  return (
    <Notice kind={isDoubtful ? 'warning' : 'success'} title={words.whole} live>
      <p>{words.wholeText(verdict)}</p>
      <p>
        {isOwn ? words.own : words.other(statement.userId)}
        {books === null ? null : ` ${words.books[books]}`}
      </p>
      <p className="quiet small">{words.head}: <code className="statement-head">{verdict.head}</code></p>
    </Notice>
  );
}
