import { useEffect, useRef, useState } from 'react';
import { askForFactorBy } from '../../../bridge/actions/desk-call';
import { notify } from '../../../state/notifications';
import { Dialog } from '../../../ui/Dialog';
import { GiveForm } from './GiveForm';
import { words as allWords } from './words';

const words = allWords.give;

type Answer = (isGiven: boolean) => void;

/** Asks for the second factor again where a call of the desk needs it. All calls that wait for it go on together. */
export function FactorAgain() {
  const [waiting, setWaiting] = useState<readonly Answer[]>([]);
  useEffect(() => askForFactorBy(() => new Promise<boolean>((resolve) => setWaiting((before) => [...before, resolve]))), []);
  const form = useRef<HTMLDivElement>(null);
  const isAsking = waiting.length > 0;
  // A dialog gives the focus to its first button, which closes it; here the code is all that there is to type.
  useEffect(() => {
    if (isAsking) form.current?.querySelector('input')?.focus();
  }, [isAsking]);
  if (!isAsking) return null;

  function answer(isGiven: boolean): void {
    setWaiting([]);
    for (const each of waiting) each(isGiven);
  }
  return (
    <Dialog open title={words.title} closeLabel={words.close} onClose={() => answer(false)}>
      <p>{words.again}</p>
      <div ref={form}>
        <GiveForm
          onGiven={(codesLeft) => {
            if (codesLeft !== null) notify({ kind: 'info', text: words.left(codesLeft) });
            answer(true);
          }}
        />
      </div>
    </Dialog>
  );
}
