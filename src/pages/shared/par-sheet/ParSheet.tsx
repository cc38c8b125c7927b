import { useCallback, useMemo } from 'react';
import { loadParSheet, storedParSheet } from '../../../bridge/actions/par-sheets';
import { parSheetDocument } from '../../../core/games/rules/par-sheet';
import { RULES_VERSIONS } from '../../../core/games/rules/versions';
import { Button } from '../../../ui/Button';
import { Prose } from '../../../ui/Prose';
import { SiteLink } from '../../../ui/SiteLink';
import { Notice, Skeleton } from '../../../ui/States';
import { useSnapshot } from '../answers/use-snapshot';
import '../fairness/seeds.css';
import { sheetBlocks } from './sheet-blocks';
import { words } from './words';

function VersionFact({ gameId, version }: { gameId: string; version: string | null }) {
  const note = version === null ? words.unknown : version === RULES_VERSIONS[gameId] ? words.own : words.other;
  return (
    <dl className="seeds">
      <dt>{words.version}</dt>
      <dd>{version === null ? null : <code>{version}</code>} <span className="quiet small">{words.versionNote} {note}</span></dd>
    </dl>
  );
}

/** The rules of a game and what follows from them, for people to read. */
export function ParSheet({ gameId }: { gameId: string }) {
  const stored = useCallback(() => storedParSheet(gameId), [gameId]);
  const load = useCallback((signal: AbortSignal) => loadParSheet(gameId, signal), [gameId]);
  const { data, live, error, reload } = useSnapshot(stored, load);
  const blocks = useMemo(() => {
    const parsed = parSheetDocument.safeParse(data?.sheet);
    return parsed.success ? sheetBlocks(parsed.data) : null;
  }, [data]);
  if (data === null) {
    if (error === null) return <Skeleton lines={8} />;
    return <Notice kind="warning" action={<Button variant="secondary" onClick={reload}>{words.tryAgain}</Button>}><p>{words.failed}</p></Notice>;
  }
  const address = `/api/v1/games/${gameId}/par-sheet${data.version === null ? '' : `s/${data.version}`}`;
  return (
    <div className="stack">
      <p>{words.intro}</p>
      {live ? null : <p className="quiet small">{words.stored}</p>}
      <VersionFact gameId={gameId} version={data.version} />
      {blocks === null ? <p>{words.unreadable}</p> : <Prose blocks={blocks} link={SiteLink} idPrefix="sheet--" />}
      <p><a className="text-link" href={address}>{words.json}</a></p>
    </div>
  );
}
