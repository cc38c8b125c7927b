import { createElement } from 'react';
import type { ComponentType, ReactElement, ReactNode } from 'react';
import { inlineText } from '../core/prose';
import type { Block, Inline } from '../core/prose';
import './prose.css';

interface ProseLinkProps {
  href: string;
  children: ReactNode;
}

interface ProseProps {
  blocks: readonly Block[];
  /** Draws links inside the site (`/help`, `#limits`). Pass the router's own link; without it a plain `<a>` is drawn. */
  link?: ComponentType<ProseLinkProps>;
  /** Added to the level of headings in a text that stands below another heading. */
  deeper?: 0 | 1;
  /** Put before the ids of headings on a page with several texts. */
  idPrefix?: string;
}

type Context = Required<Omit<ProseProps, 'blocks'>>;

/** Draws the blocks of a content page. It knows no router and no page. */
export function Prose({ blocks, link = PlainLink, deeper = 0, idPrefix = '' }: ProseProps): ReactElement {
  return <div className="prose">{renderBlocks(blocks, { link, deeper, idPrefix })}</div>;
}

function PlainLink({ href, children }: ProseLinkProps): ReactElement {
  return <a href={href}>{children}</a>;
}

// Blocks never move, so their position is a good key.
function renderBlocks(blocks: readonly Block[], context: Context): ReactNode[] {
  return blocks.map((block, at) => <BlockView key={at} block={block} context={context} />);
}

function BlockView({ block, context }: { block: Block; context: Context }): ReactElement {
  switch (block.t) {
    case 'h':
      return createElement(
        `h${block.level + context.deeper}`,
        { id: context.idPrefix + block.id, tabIndex: -1 },
        renderInlines(block.c, context),
      );
    case 'p':
      return <p>{renderInlines(block.c, context)}</p>;
    case 'list': {
      const items = block.items.map((item, at) => <li key={at}>{renderItem(item, context)}</li>);
      return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case 'table':
      return <TableView block={block} context={context} />;
    case 'quote':
      return <blockquote>{renderBlocks(block.c, context)}</blockquote>;
    case 'hr':
      return <hr />;
  }
}

/** An item with one paragraph is drawn without a paragraph of its own. */
function renderItem(item: Block[], context: Context): ReactNode {
  const [only] = item;
  if (item.length === 1 && only?.t === 'p') return renderInlines(only.c, context);
  return renderBlocks(item, context);
}

/** A table scrolls sideways by itself on a narrow screen. A scrolling region must be reachable by keyboard. */
function TableView({ block, context }: { block: Extract<Block, { t: 'table' }>; context: Context }): ReactElement {
  const label = block.head.map(inlineText).join(', ');
  return (
    <div className="prose-table" role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {block.head.map((cell, at) => (
              <th key={at} scope="col">
                {renderInlines(cell, context)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {block.rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, column) => (
                <td key={column}>{renderInlines(cell, context)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function renderInlines(inlines: readonly Inline[], context: Context): ReactNode[] {
  return inlines.map((part, at) => {
    if (typeof part === 'string') return part;
    if (part.t === 'code') return <code key={at}>{part.v}</code>;
    const children = renderInlines(part.c, context);
    if (part.t === 'link') return renderLink(part.href, children, at, context);
    return createElement(part.t, { key: at }, children);
  });
}

function renderLink(href: string, children: ReactNode, key: number, context: Context): ReactElement {
  if (href.startsWith('https:')) {
    return (
      <a key={key} href={href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    );
  }
  if (href.startsWith('mailto:')) {
    return (
      <a key={key} href={href}>
        {children}
      </a>
    );
  }
  const Link = context.link;
  return (
    <Link key={key} href={href}>
      {children}
    </Link>
  );
}
