import { useCallback, useEffect, useRef } from 'react';
import { loadReplayLink } from '../../../bridge/actions/frames';
import { errorWords } from '../../../core/error-words';
import { bytesWords } from '../../../core/time';
import { useCatalogue, useIsOffline } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/States';
import { FrameStage } from './FrameStage';
import { stageOfAnswer, frameOf } from './stage';
import type { Stage } from './stage';
import { useFramed } from './use-framed';
import { words } from './words';

/** Says why nothing is shown; null before the player asked for it. */
function NotShown({ stage }: { stage: Stage }) {
  switch (stage.is) {
    case 'refused':
      return <Notice kind="warning" live><p>{errorWords(stage.error)}</p></Notice>;
    case 'failed':
      return <Notice kind="danger" title={words.failedTitle} live><p>{words.failed}</p></Notice>;
    case 'blocked':
      return <Notice kind="danger" title={words.blockedTitle} live><p>{words.blocked}</p></Notice>;
    default:
      return null;
  }
}

interface OfferProps {
  stage: Stage;
  provider: string;
  /** The size of the download; undefined until it is known. */
  bytes: number | undefined;
  /** There is no connection to load it with. */
  isOffline: boolean;
  onWatch: () => void;
}

/** Says, before anything is loaded, who shows the round and how much that loads. */
export function ReplayOffer({ stage, provider, bytes, isOffline, onWatch }: OfferProps) {
  return (
    <>
      <NotShown stage={stage} />
      <p className="quiet">{words.watchAbout(provider, bytes === undefined ? '' : bytesWords(bytes))}</p>
      <Button wide disabled={isOffline} busy={stage.is === 'launching'} busyLabel={words.asking} onClick={onWatch}>{words.watch(provider)}</Button>
      {isOffline ? <p className="quiet small">{words.offline}</p> : null}
    </>
  );
}

interface Props {
  round: { readonly roundId: string; readonly gameId: string };
  name: string;
  provider: string;
}

/** Shows a round again in a frame of its provider. Nothing of it is loaded before the player agrees. */
export default function FramedReplay({ round: { roundId, gameId }, name, provider }: Props) {
  const { stage, setStage, frame, keepWaiting } = useFramed();
  const isOffline = useIsOffline();
  const bytes = useCatalogue(({ games }) => games?.find((game) => game.gameId === gameId)?.bytes);
  const place = useRef<HTMLDivElement>(null);
  const framed = frameOf(stage);
  const isFramed = framed !== null;

  const watch = useCallback(async () => {
    setStage({ is: 'launching' });
    setStage(stageOfAnswer(await loadReplayLink(roundId), location.hostname));
  }, [roundId, setStage]);

  // The pressed button is gone, and inside the frame no key would close the dialog, so the focus moves to this place in the dialog.
  const wasFramed = useRef(false);
  useEffect(() => {
    if (isFramed !== wasFramed.current) place.current?.focus();
    wasFramed.current = isFramed;
  }, [isFramed]);

  return (
    <div className="stack" ref={place} tabIndex={-1}>
      {framed === null ? (
        <ReplayOffer {...{ stage, provider, bytes, isOffline }} onWatch={() => void watch()} />
      ) : (
        <FrameStage {...{ stage, framed, frame }} title={words.title(name, provider)} onAgain={() => void watch()} onWait={keepWaiting} />
      )}
    </div>
  );
}
