import { useState } from 'react';
import { acceptConsent, withdrawConsent } from '../../../bridge/actions/consents';
import type { QueueResult } from '../../../bridge/actions/outbox';
import { useOutbox } from '../../../bridge/outbox/use-outbox';
import type { ConsentTag } from '../../../core/contract/consents';
import type { ConsentReceipt } from '../../../core/contract/consents';
import { can } from '../../../state/catalogue';
import { useConnection, useFigures, useHost, useSession } from '../../../state/use';
import { Checkbox } from '../../../ui/Field';
import { Notice, Skeleton } from '../../../ui/States';
import { CONSENT_WORDS, words as consentWords } from './consent-words';
import { consentRows, earlierReceipts, latestByTag } from './consent-view';
import type { Choices, ConsentRow } from './consent-view';
import { History, receiptWords } from './History';
import { delayWords } from '../outbox/delay-words';
import { useReceipts } from './use-receipts';
import { words } from './words';
import './consents.css';

/** The error of a choice in words; null while it is being sent. */
function problemOf(result: QueueResult): string | null {
  if (result.outcome === 'not-taken') return words.notTaken;
  if (result.outcome === 'unknown') return words.notKnown;
  if (result.outcome !== 'refused') return null;
  const { problem } = result.error;
  return problem ? words.refused(problem.detail ?? problem.title) : words.notKept;
}

/** The choices that are being stored, and the error of the last one. */
function useChoices() {
  const [choices, setChoices] = useState<Choices>({});
  const [problem, setProblem] = useState<string | null>(null);

  async function choose(tag: ConsentTag, isGiven: boolean): Promise<void> {
    setChoices((before) => ({ ...before, [tag]: isGiven }));
    const result = await (isGiven ? acceptConsent(tag) : withdrawConsent(tag));
    setProblem(problemOf(result));
    // From now on the outbox has the choice. Without an outbox the platform has it, and the profile will show it soon.
    if (result.outcome === 'sent') return;
    setChoices((before) => Object.fromEntries(Object.entries(before).filter(([each]) => each !== tag)));
  }
  return { choices, problem, choose };
}

interface SwitchesProps {
  rows: readonly ConsentRow[];
  receipts: ReadonlyMap<string, ConsentReceipt>;
  choose: (tag: ConsentTag, isGiven: boolean) => Promise<void>;
}

function Switches({ rows, receipts, choose }: SwitchesProps) {
  const items = useOutbox((outbox) => outbox.items);
  const isOnline = useConnection(({ reach }) => reach === 'online');

  function hintOf({ tag, isWaiting }: ConsentRow): string | undefined {
    const item = items.findLast(({ slot }) => slot === `consent:${tag}`);
    const delay = item === undefined ? null : delayWords(item);
    if (isWaiting) return delay ?? (isOnline ? words.sending : words.waiting);
    const receipt = receipts.get(tag);
    return receipt && receiptWords(receipt);
  }

  return (
    <ul className="consents">
      {rows.map((row) => (
        <li key={row.tag}>
          <Checkbox
            className="switch"
            role="switch"
            label={CONSENT_WORDS[row.tag]}
            checked={row.isGiven}
            hint={hintOf(row)}
            error={row.refusedItem ? words.refused(row.refusedItem.problem?.detail ?? row.refusedItem.problem?.title) : undefined}
            onChange={(event) => void choose(row.tag, event.target.checked)}
          />
        </li>
      ))}
    </ul>
  );
}

/** A platform that can't take a consent back offers no giving either, because withdrawing must be as easy. */
function ReadOnly({ rows }: { rows: readonly ConsentRow[] }) {
  return (
    <>
      <dl className="consents-read">
        {rows.map(({ tag, isGiven }) => (
          <div key={tag}>
            <dt>{CONSENT_WORDS[tag]}</dt>
            <dd>{isGiven ? words.yes : words.no}</dd>
          </div>
        ))}
      </dl>
      <p className="quiet small">{words.readOnly}</p>
    </>
  );
}

/**
 * The player's consents, tag by tag. Each is given and withdrawn with one press, offline too, and has its receipts, where the platform
 * keeps them. The profile and the page that edits it show the same list.
 */
export function Consents() {
  const profile = useSession((session) => session.profile);
  const outbox = useOutbox(({ items }) => items);
  const { choices, problem, choose } = useChoices();
  // Draws again when the host's configuration comes, because `can` reads it.
  useHost((host) => host.config);
  const isReached = useConnection(({ reach }) => reach !== 'offline' && reach !== 'portal');
  // Null means that the profile was loaded and holds no consents.
  const consents = profile?.consents;
  const isUnread = useFigures((figures) => figures.profile.source === 'unread') || consents === null;
  const list = useReceipts(consents ?? undefined);
  const rows = consents ? consentRows(consents, choices, outbox) : null;
  const canWithdrawConsent = can('withdraw-consent');
  return (
    <section className="stack" aria-labelledby="my-consents">
      <h2 id="my-consents">{words.consents}</h2>
      {canWithdrawConsent ? <p className="quiet small">{consentWords.right}</p> : null}
      {problem === null ? null : <Notice kind="warning" live>{problem}</Notice>}
      {rows === null ? (
        isReached && !isUnread ? <Skeleton lines={6} /> : <p className="quiet">{isUnread ? words.unread : words.unknown}</p>
      ) : (
        <div>{canWithdrawConsent ? <Switches rows={rows} receipts={latestByTag(list.items)} choose={choose} /> : <ReadOnly rows={rows} />}</div>
      )}
      {can('consent-receipts') ? <History list={{ ...list, items: earlierReceipts(list.items, canWithdrawConsent ? rows ?? [] : []) }} /> : null}
    </section>
  );
}
