import { useEffect, useRef, useState } from 'react';
import { dropSelfTest, keepSelfTest, readSelfTest } from '../../bridge/actions/self-test';
import { bandOf } from '../../core/self-test';
import type { SelfTest as SelfTestResult } from '../../core/self-test';
import { clock, dayWords } from '../../core/time';
import { notify } from '../../state/notifications';
import { useSession, useSignedIn } from '../../state/use';
import { Button } from '../../ui/Button';
import { Questions } from './Questions';
import { NEXT_STEPS } from './tools';
import { Tools } from './Tools';
import { words } from './words';

type Stage =
  | { readonly is: 'intro' | 'asking' }
  | Finished;

interface Finished {
  readonly is: 'result';
  readonly result: SelfTestResult;
  readonly isStored: boolean;
  /** The test was answered just now, so its result gets the focus. */
  readonly isNew: boolean;
}

interface ResultProps {
  stage: Finished;
  onAgain: () => void;
  onRemove: () => void;
}

/** The result in plain words, with the most helpful step first. It has no score, so that nobody compares themselves. */
function Result({ stage: { result, isStored, isNew }, onAgain, onRemove }: ResultProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNew) heading.current?.focus();
  }, [isNew]);
  const band = bandOf(result.answers);
  return (
    <>
      <h3 ref={heading} tabIndex={-1}>{words.resultTitle}</h3>
      <p className="self-test-result" data-band={band}>{words.bands[band]}</p>
      <p className="quiet small">{words.answered} {dayWords(result.at, clock.now())}. {words.notMedical}</p>
      {isStored ? null : <p className="quiet small">{words.notKept}</p>}
      <h4>{words.next}</h4>
      <Tools names={NEXT_STEPS[band]} />
      {band === 'none' || band === 'low' ? null : <p><a href="#care-contacts">{words.contacts}</a></p>}
      <div className="row">
        <Button variant="secondary" onClick={onAgain}>{words.again}</Button>
        <Button variant="ghost" onClick={onRemove}>{words.remove}</Button>
      </div>
    </>
  );
}

function Test() {
  const [stage, setStage] = useState<Stage>({ is: 'intro' });
  useEffect(() => {
    let isMounted = true;
    void readSelfTest().then((result) => {
      if (isMounted && result) setStage((now) => (now.is === 'intro' ? { is: 'result', result, isStored: true, isNew: false } : now));
    });
    return () => {
      isMounted = false;
    };
  }, []);

  async function finish(answers: readonly number[]): Promise<void> {
    const result = { answers, at: clock.now() };
    setStage({ is: 'result', result, isStored: await keepSelfTest(result), isNew: true });
  }
  async function remove(): Promise<void> {
    await dropSelfTest();
    setStage({ is: 'intro' });
    document.querySelector<HTMLElement>('#self-test')?.focus();
    notify({ kind: 'success', text: words.removed });
  }

  const ask = () => setStage({ is: 'asking' });
  switch (stage.is) {
    case 'intro':
      return <div><Button variant="secondary" onClick={ask}>{words.start}</Button></div>;
    case 'asking':
      return <Questions onDone={(answers) => void finish(answers)} />;
    case 'result':
      return <Result stage={stage} onAgain={ask} onRemove={() => void remove()} />;
  }
}

/** The answers are stored on this device alone, and only for a signed-in player. */
export function SelfTest() {
  const isSignedIn = useSignedIn();
  const userId = useSession((session) => session.userId);
  return (
    <section className="self-test stack" aria-labelledby="self-test">
      <h2 id="self-test" tabIndex={-1}>{words.test}</h2>
      <p>{words.testIntro}</p>
      <p className="quiet small">{words.testPrivate} {isSignedIn ? words.testPlayer : words.testGuest}</p>
      {/* The key drops one player's answers before the next player sees them. */}
      <Test key={userId} />
    </section>
  );
}
