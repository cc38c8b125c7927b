import { useEffect, useId, useRef, useState } from 'react';
import { POINTS } from '../../core/self-test';
import { Button } from '../../ui/Button';
import { words } from './words';

type Answers = readonly (number | null)[];

interface QuestionProps {
  text: string;
  answer: number | null;
  isMissing: boolean;
  onAnswer: (points: number) => void;
}

function Question({ text, answer, isMissing, onAnswer }: QuestionProps) {
  const name = useId();
  return (
    <fieldset className="question" data-missing={isMissing || undefined}>
      <legend>{text}</legend>
      <div className="chips">
        {POINTS.map((points) => (
          <label className="chip" key={points}>
            <input
              className="unseen" type="radio" name={name} checked={answer === points}
              aria-describedby={isMissing ? `${name}-missing` : undefined}
              onChange={() => onAnswer(points)}
            />
            {words.answers[points]}
          </label>
        ))}
      </div>
      {isMissing ? <p className="field-error" id={`${name}-missing`}>{words.missing}</p> : null}
    </fieldset>
  );
}

/** All nine questions. Those without an answer are marked, and the first of them gets the focus. */
export function Questions({ onDone }: { onDone: (answers: readonly number[]) => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [answers, setAnswers] = useState<Answers>(words.questions.map(() => null));
  const [isSubmitted, setSubmitted] = useState(false);

  // The button that was pressed is gone.
  useEffect(() => form.current?.querySelector('input')?.focus({ preventScroll: true }), []);

  function finish(): void {
    const chosenAnswers = answers.filter((answer) => answer !== null);
    if (chosenAnswers.length === answers.length) return onDone(chosenAnswers);
    setSubmitted(true);
    form.current?.querySelector<HTMLElement>('.question:not(:has(:checked)) input')?.focus();
  }

  return (
    <form
      ref={form} className="stack" noValidate
      onSubmit={(event) => {
        event.preventDefault();
        finish();
      }}
    >
      {words.questions.map((text, at) => (
        <Question
          key={text} text={text} answer={answers[at] ?? null} isMissing={isSubmitted && answers[at] === null}
          onAnswer={(points) => setAnswers(answers.map((each, index) => (index === at ? points : each)))}
        />
      ))}
      <div><Button type="submit">{words.result}</Button></div>
    </form>
  );
}
