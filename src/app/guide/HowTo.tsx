import { useState } from 'react';
import { setInstallOffer } from '../../state/install';
import type { InstallOffer } from '../../state/app';
import { Button } from '../../ui/Button';
import type { InstallWay } from './install-way';
import { words } from './words';

/** The browsers' signs, drawn in the same stroke as our own icons. */
const SIGNS = {
  share: 'M12 15.5V3.5M8 7l4-3.5L16 7M8 10.5H6.5A1.5 1.5 0 0 0 5 12v7a1.5 1.5 0 0 0 1.5 1.5h11A1.5 1.5 0 0 0 19 19v-7a1.5 1.5 0 0 0-1.5-1.5H16',
  add: 'M7 4h10a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3ZM12 8.5v7M8.5 12h7',
  open: 'M12 4v11M7.5 10.5 12 15l4.5-4.5M5 20h14',
  menu: 'M12 5h.01M12 12h.01M12 19h.01',
} as const;

const STEPS = {
  ios: [['share', words.ios[0]], ['add', words.ios[1]], ['open', words.ios[2]]],
  menu: [['menu', words.menu[0]], ['add', words.menu[1]]],
} as const;

function Steps({ way }: { way: 'ios' | 'menu' }) {
  return (
    <ol className="guide-steps" aria-label={words.steps}>
      {STEPS[way].map(([sign, text]) => (
        <li key={sign}>
          <svg
            width={26} height={26} viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth={sign === 'menu' ? 3 : 1.75}
            strokeLinecap="round" strokeLinejoin="round" aria-hidden="true" focusable="false"
          >
            <path d={SIGNS[sign]} />
          </svg>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  );
}

/** `onAnswer` gets the player's answer to the browser's question. */
function AddButton({ offer, onAnswer }: { offer: InstallOffer; onAnswer: (isYes: boolean) => void }) {
  const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle');

  async function ask(): Promise<void> {
    setState('asking');
    try {
      const { outcome } = await offer.prompt();
      onAnswer(outcome === 'accepted');
      // An offer of the browser serves for one question.
      setInstallOffer(null);
    } catch {
      setState('failed');
    }
  }

  return (
    <>
      <Button wide busy={state === 'asking'} busyLabel={words.asking} onClick={() => void ask()}>{words.add}</Button>
      <p className="quiet small" role="status">{state === 'failed' ? words.notAdded : ''}</p>
    </>
  );
}

interface Props {
  way: InstallWay;
  offer: InstallOffer | null;
  onAnswer: (isYes: boolean) => void;
}

/** Shows what the home screen gives, and the steps to it in this browser. */
export function HowTo({ way, offer, onAnswer }: Props) {
  return (
    <>
      <p className="quiet">{words.gives}</p>
      {way === 'offer' ? (offer === null ? null : <AddButton offer={offer} onAnswer={onAnswer} />) : <Steps way={way} />}
    </>
  );
}
