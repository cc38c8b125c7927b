import { useState } from 'react';
import { loadAuditChain } from '../../../bridge/actions/admin';
import type { AuditChain } from '../../../core/contract/admin';
import { requestedWaitMs } from '../../../core/errors';
import { dateTime } from '../../../core/time';
import { Age } from '../../../ui/Age';
import { Notice, Skeleton } from '../../../ui/States';
import { usePolling } from '../desk/use-polling';
import { words as auditWords } from './words';

const words = auditWords.chain;

/** Says up to which line the chain of the trail is verified. */
export function Chain() {
  const [chain, setChain] = useState<AuditChain | 'loading' | 'failed'>('loading');
  usePolling(async (signal) => {
    const result = await loadAuditChain(signal);
    if (signal.aborted) return 0;
    if (result.ok) setChain(result.data);
    else setChain((before) => (before === 'loading' ? 'failed' : before));
    return result.ok ? 0 : requestedWaitMs(result.error);
  });
  return (
    <section className="audit-chain" aria-label={words.title}>
      {chain === 'loading' ? <Skeleton /> : null}
      {chain === 'failed' ? <p className="quiet">{words.unknown}</p> : null}
      {typeof chain === 'object' ? <State chain={chain} /> : null}
    </section>
  );
}

function State({ chain: { lines, reached, verified, broken } }: { chain: AuditChain }) {
  if (broken !== null) {
    return (
      <Notice kind="danger" live title={words.broken(broken.line)}>
        <p>{words.how[broken.how]} {words.known(dateTime(Date.parse(broken.since)))}</p>
      </Notice>
    );
  }
  if (verified === null) return <p>{words.first(reached, lines)}</p>;
  const at = Date.parse(verified.at);
  return <p><strong>{words.whole(verified.to)}</strong> <span className="quiet">{words.at(dateTime(at))} · <Age at={at} /></span></p>;
}
