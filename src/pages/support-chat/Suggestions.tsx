import { useDeferredValue, useMemo } from 'react';
import { createHelpSearch } from '../../content/help-search';
import { Prose } from '../../ui/Prose';
import { SiteLink } from '../../ui/SiteLink';
import { useHelpTexts } from '../shared/support/use-help-texts';
import { words } from './words';

const MAX_SUGGESTIONS = 3;
/** Fewer letters would match everything. */
const MIN_LETTERS = 3;

/** Answers of the help pages to a question while it is typed. */
export function Suggestions({ question }: { question: string }) {
  const help = useHelpTexts();
  const texts = help.state === 'there' ? help.texts : null;
  const search = useMemo(() => createHelpSearch(texts), [texts]);
  const deferredQuestion = useDeferredValue(question.trim());
  const matches = useMemo(
    () => (deferredQuestion.length < MIN_LETTERS ? [] : search(deferredQuestion).slice(0, MAX_SUGGESTIONS)),
    [deferredQuestion, search],
  );
  return (
    <div role="status" className="needs-connection-place">
      {matches.length === 0 ? null : (
        <div>
          <p className="small quiet">{words.found(matches.length)}</p>
          {matches.map(({ slug, title }) => (
            <details key={slug} className="suggestion">
              <summary>{title}</summary>
              <Prose blocks={texts?.get(slug) ?? []} link={SiteLink} deeper={1} idPrefix={`chat-${slug}--`} />
            </details>
          ))}
        </div>
      )}
    </div>
  );
}
