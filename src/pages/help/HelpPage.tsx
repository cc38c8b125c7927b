import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { HELP_CATEGORIES, articleAt, helpArticles } from '../../content/help';
import type { HelpArticle } from '../../content/help';
import { createHelpSearch } from '../../content/help-search';
import { brand } from '../../core/brand';
import { setGuideRequested } from '../../state/install';
import { activateSupportChat } from '../../state/session';
import { useCan } from '../../state/use';
import { Button } from '../../ui/Button';
import { Prose } from '../../ui/Prose';
import type { Block } from '../../core/prose';
import { SearchField } from '../../ui/SearchField';
import { SiteLink } from '../../ui/SiteLink';
import { EmptyState, Notice, Skeleton } from '../../ui/States';
import { useHelpTexts } from '../shared/support/use-help-texts';
import { words } from './words';
import '../../ui/article.css';
import './help.css';

function Answer({ article, blocks, open }: { article: HelpArticle; blocks: readonly Block[] | undefined; open: boolean }) {
  const [isOpen, setOpen] = useState(open);
  // A link to an answer opens it, also on this page. An answer that the player opened by hand stays open.
  const [lastOpen, setLastOpen] = useState(open);
  if (open !== lastOpen) {
    setLastOpen(open);
    if (open) setOpen(true);
  }
  return (
    <details className="answer" id={article.slug} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h3>{article.title}</h3>
        <span className="quiet small">{article.description}</span>
      </summary>
      {!isOpen ? null : blocks === undefined ? (
        <Skeleton lines={3} />
      ) : (
        <Prose blocks={blocks} link={SiteLink} deeper={1} idPrefix={`${article.slug}--`} />
      )}
    </details>
  );
}

/** The help centre: all answers by category, with a search. All of it works without a connection. */
export default function HelpPage() {
  const { hash } = useLocation();
  const canWrite = useCan('support');
  const help = useHelpTexts();
  const texts = help.state === 'there' ? help.texts : null;
  const search = useMemo(() => createHelpSearch(texts), [texts]);
  const [query, setQuery] = useState('');
  const deferredQuery = useDeferredValue(query.trim());
  const matches = useMemo(() => (deferredQuery === '' ? null : search(deferredQuery)), [deferredQuery, search]);
  const anchor = hash.slice(1);
  const slug = articleAt(anchor)?.slug ?? anchor;

  useEffect(() => {
    if (slug === '') return;
    document.getElementById(slug)?.scrollIntoView({ block: 'start' });
  }, [slug, texts]);

  // A player who came by a link continues at the answer and not at the top.
  useEffect(() => {
    if (slug !== '') document.getElementById(slug)?.querySelector('summary')?.focus({ preventScroll: true });
  }, [slug]);

  const answers = (articles: readonly HelpArticle[]) =>
    articles.map((article) => (
      <Answer key={article.slug} article={article} blocks={texts?.get(article.slug)} open={article.slug === slug} />
    ));

  return (
    <div className="article help" data-public>
      <header className="stack">
        <h1 tabIndex={-1}>{words.title}</h1>
        <p className="quiet">{words.intro}</p>
      </header>
      <SearchField
        label={words.search}
        value={query}
        onChange={setQuery}
        {...(matches === null ? {} : { resultText: words.found(matches.length) })}
      />
      <div className="row">
        {canWrite ? <Button variant="secondary" onClick={activateSupportChat}>{words.write}</Button> : null}
        <div className="in-browser">
          <Button variant="secondary" onClick={() => setGuideRequested(true)}>{words.homeScreen}</Button>
        </div>
      </div>
      {help.state === 'failed' ? (
        <Notice kind="warning" live action={<Button variant="secondary" onClick={help.retry}>{words.again}</Button>}>
          {words.failed}
        </Notice>
      ) : null}
      {matches === null
        ? HELP_CATEGORIES.map(({ id, title }) => {
            const articles = helpArticles.filter(({ category }) => category === id);
            if (articles.length === 0) return null;
            return (
              <section className="help-category" key={id} aria-labelledby={`category-${id}`}>
                <h2 id={`category-${id}`}>{title}</h2>
                {answers(articles)}
              </section>
            );
          })
        : null}
      {matches !== null && matches.length > 0 ? (
        <section className="help-category" aria-label={words.found(matches.length)}>
          <p className="quiet small">{words.found(matches.length)}</p>
          {answers(matches)}
        </section>
      ) : null}
      {matches?.length === 0 ? (
        <EmptyState title={words.none} action={canWrite
          ? <Button onClick={activateSupportChat}>{words.write}</Button>
          : <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>}
        >
          {words.noneHint}
        </EmptyState>
      ) : null}
    </div>
  );
}
