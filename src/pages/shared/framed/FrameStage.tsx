import type { RefObject } from 'react';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/States';
import type { Framed, Stage } from './stage';
import { words } from './words';
import './framed.css';

/** Scripts, and the provider's own origin, which its messages are told by. No forms, no pop-ups, no way to lead this page away. */
const SANDBOX = 'allow-scripts allow-same-origin';

interface Props {
  stage: Stage;
  framed: Framed;
  /** Names the provider for those who can't see the frame. */
  title: string;
  frame: RefObject<HTMLIFrameElement | null>;
  onAgain: () => void;
  onWait: () => void;
}

/** A provider's page in its frame, and over it how far it is until it says that it is ready. */
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
