import type { ReactNode } from 'react';
import { dayWords } from '../core/time';
import { Prose } from './Prose';
import type { ContentPage } from '../core/prose';
import { SiteLink } from './SiteLink';
import { words } from './words';
import './article.css';

/** A text with fewer sections needs no list of them. */
const CONTENTS_FROM = 4;

/** A whole content page: heading, date of its last change, list of sections, text. `children` stand before the text. */
export function Article({ page, children }: { page: ContentPage; children?: ReactNode }) {
  const { meta, blocks } = page;
  const updatedMs = Date.parse(`${meta.updated}T12:00:00Z`);
  return (
    <article className="article" data-public={children === undefined || undefined}>
      <header className="stack" data-public>
        <h1 tabIndex={-1}>{meta.title}</h1>
        <p className="quiet">{meta.description}</p>
        <p className="quiet small">
          {words.updated} <time dateTime={meta.updated}>{dayWords(updatedMs, 0)}</time>
          {meta.version === undefined ? null : `, ${words.version} ${meta.version}`}
        </p>
      </header>
      {children}
      {meta.sections.length < CONTENTS_FROM ? null : (
        <nav className="article-contents" aria-label={words.contents}>
          <p className="article-contents-title">{words.contents}</p>
          <ol>
            {meta.sections.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <Prose blocks={blocks} link={SiteLink} />
    </article>
  );
}
