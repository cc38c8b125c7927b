import { Link } from 'react-router-dom';
import type { SessionEnd } from '../../core/errors';
import { clock, clockTime, dayWords, lagosDay } from '../../core/time';
import { dismissSessionEnd } from '../../state/app';
import { openSignIn } from '../../state/session';
import { useCan } from '../../state/use';
import { Button, buttonClass } from '../../ui/Button';
import { words } from './signed-out-words';

/** Ends that somebody else may have caused. A new password helps then. */
const MAY_BE_CAUSED_BY_OTHERS: ReadonlySet<string> = new Set(['revoked', 'password-changed', 'signed-out']);

/** The time in words, like `at 14:02` or `on 3 Nov at 14:02`. It is null for a text that is no time. */
function whenWords(endedAt: string | undefined): string | null {
  const at = Date.parse(endedAt ?? '');
  if (Number.isNaN(at)) return null;
  const now = clock.now();
  return words.at(clockTime(at), lagosDay(at) === lagosDay(now) ? null : dayWords(at, now));
}

/** "Why was I signed out?": what happened, when, from where, and how to go on. */
export default function SessionEnded({ end: { reason, endedAt, endedFrom } }: { end: SessionEnd }) {
  const canSignIn = useCan('sign-in');
  const because: Readonly<Record<string, string>> = words.because;
  const isKnown = Object.hasOwn(because, reason);
  const facts = [whenWords(endedAt), endedFrom === undefined ? null : words.from(endedFrom)].filter((fact) => fact !== null);
  return (
    <div className="banner" role="alert" data-reason={reason}>
      <div>
        <p><strong>{reason === 'account-closed' ? words.closedTitle : words.title}.</strong> {isKnown ? because[reason] : words.unknown}</p>
        {facts.length === 0 ? null : <p className="quiet small">{words.facts(facts)}</p>}
        <p className="small">
          <Link to={MAY_BE_CAUSED_BY_OTHERS.has(reason) ? '/help#protect-account' : '/help#signed-out'}>
            {MAY_BE_CAUSED_BY_OTHERS.has(reason) ? words.notYou : words.more}
          </Link>
        </p>
      </div>
      <div className="row">
        {canSignIn && reason !== 'account-closed' ? (
          <Button
            onClick={() => {
              dismissSessionEnd();
              openSignIn();
            }}
          >
            {words.signIn}
          </Button>
        ) : null}
        {reason === 'excluded' ? <Link className={buttonClass('secondary')} to="/responsible-gambling">{words.help}</Link> : null}
        <Button variant="ghost" onClick={dismissSessionEnd}>{words.dismiss}</Button>
      </div>
    </div>
  );
}
