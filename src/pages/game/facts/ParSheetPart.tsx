import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { Skeleton } from '../../../ui/States';
import { words } from '../words';

type Part = ComponentType<{ gameId: string }>;

/** The par sheet is not on the device before somebody reads one. Opened again, it is asked for again. */
export default function ParSheetPart({ gameId }: { gameId: string }) {
  const [part, setPart] = useState<{ readonly Part: Part | null } | null>(null);
  useEffect(() => {
    void import('../../shared/par-sheet/ParSheet').then(({ ParSheet }) => setPart({ Part: ParSheet }), () => setPart({ Part: null }));
  }, []);
  if (part === null) return <Skeleton lines={8} />;
  return part.Part === null ? <p className="quiet">{words.needsNetwork}</p> : <part.Part gameId={gameId} />;
}
