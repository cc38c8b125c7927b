import type { RefObject } from 'react';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/States';
import type { FrameAddress, Stage } from './stage';
import { words } from './words';
import './framed.css';

/**
 * Allows scripts and the provider's own origin, by which its messages are recognised. It allows no forms and no pop-ups, and the frame
 * can't navigate this page.
 */
const SANDBOX = 'allow-scripts allow-same-origin';

interface Props {
  stage: Stage;
  framed: FrameAddress;
  /** Names the provider for players who can't see the frame. */
  title: string;
  frame: RefObject<HTMLIFrameElement | null>;
  onAgain: () => void;
  onWait: () => void;
}

/** A provider's page in its frame. Its progress lies over the frame until the page is ready. */
export function FrameStage({ stage, framed, title, frame, onAgain, onWait }: Props) {
  return (
    <div className="framed-stage">
      <iframe ref={frame} className="framed-frame" src={framed.url} title={title} sandbox={SANDBOX} allow="" referrerPolicy="no-referrer" />
      {stage.is === 'loading' ? <Loading stage={stage} onAgain={onAgain} onWait={onWait} /> : null}
    </div>
  );
}

function Loading({ stage, onAgain, onWait }: { stage: Extract<Stage, { is: 'loading' }>; onAgain: () => void; onWait: () => void }) {
  if (!stage.slow) return <p className="framed-over" role="status">{words.loading(Math.floor(stage.loaded * 100))}</p>;
  return (
    <div className="framed-over">
      <Notice
        kind="warning" title={words.slowTitle} live
        action={<><Button onClick={onAgain}>{words.again}</Button><Button variant="ghost" onClick={onWait}>{words.wait}</Button></>}
      >
        <p>{words.slow}</p>
      </Notice>
    </div>
  );
}
