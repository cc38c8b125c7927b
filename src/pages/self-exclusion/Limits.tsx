import { useState } from 'react';
import type { Limit } from '../../core/contract/protection';
import { LIMIT_KINDS } from '../../core/protection';
import type { WaitingLimit } from '../../core/protection-view';
import { Card } from '../../ui/States';
import { factsOf } from './limit-facts';
import { LimitRow } from './LimitRow';
import { useNow } from './use-now';
import { words } from './words';

/** All nine limits by kind. The player changes one at a time. */
export function Limits({ limits, waiting }: { limits: readonly Limit[]; waiting: readonly WaitingLimit[] }) {
  const now = useNow();
  const [open, setOpen] = useState<string | null>(null);
  return (
    <section className="stack" aria-labelledby="limits">
      <header>
        <h2 id="limits">{words.limits}</h2>
        <p className="quiet">{words.limitsRule}</p>
      </header>
      <div className="limit-kinds">
        {LIMIT_KINDS.map((kind) => (
          <Card key={kind}>
            <h3>{words.kind[kind].title}</h3>
            <p className="quiet small">{words.kind[kind].hint}</p>
            <ul className="limit-list">
              {limits.filter((limit) => limit.kind === kind).map((limit) => {
                const name = `${kind}:${limit.period}`;
                return (
                  <LimitRow
                    key={name}
                    facts={factsOf(limit, waiting, now)}
                    nowMs={now}
                    isOpen={open === name}
                    onOpen={(isOpen) => setOpen(isOpen ? name : null)}
                  />
                );
              })}
            </ul>
          </Card>
        ))}
      </div>
    </section>
  );
}
