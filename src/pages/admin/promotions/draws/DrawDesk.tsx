import { useState } from 'react';
import { loadAdminDraws } from '../../../../bridge/actions/draw-commits';
import { notify } from '../../../../state/notifications';
import { useSnapshot } from '../../../shared/answers/use-snapshot';
import { Freshness, ListMissing } from '../../desk/ListParts';
import { AdminDrawCard } from './AdminDrawCard';
import { MakeSecret } from './MakeSecret';
import { RevealSecret } from './RevealSecret';
import { words } from './words';

const nothingStored = () => Promise.resolve(null);

interface DrawTask {
  readonly is: 'make' | 'reveal';
  readonly drawId: string;
}

/** The draws that are not over, with the secrets that two of the team make and reveal. */
export function DrawDesk() {
  const { data, savedAt, error, reload } = useSnapshot(nothingStored, loadAdminDraws);
  const [task, setTask] = useState<DrawTask | null>(null);
  const close = () => setTask(null);
  const draw = data?.items.find(({ drawId }) => drawId === task?.drawId);
  const done = (text: string) => {
    notify({ kind: 'success', text });
    close();
    reload();
  };
  return (
    <section className="stack" aria-labelledby="draw-desk">
      <div className="row spread">
        <h2 id="draw-desk">{words.title}</h2>
        {data === null ? null : <Freshness at={savedAt ?? 0} isOld={error !== null} label={words.reload} onReload={reload} />}
      </div>
      {data === null ? <ListMissing error={error} offlineText={words.offlineText} label={words.reload} onReload={reload} /> : null}
      {data?.items.length === 0 ? <p className="quiet">{words.none}</p> : null}
      {data?.items.map((each) => (
        <AdminDrawCard
          key={each.drawId} draw={each}
          onMake={() => setTask({ is: 'make', drawId: each.drawId })} onReveal={() => setTask({ is: 'reveal', drawId: each.drawId })}
        />
      ))}
      {task?.is === 'make' && draw !== undefined ? <MakeSecret draw={draw} onDone={() => done(words.sealedNow)} onClose={close} /> : null}
      {task?.is === 'reveal' && draw !== undefined ? <RevealSecret draw={draw} onDone={() => done(words.revealedNow)} onClose={close} /> : null}
    </section>
  );
}
