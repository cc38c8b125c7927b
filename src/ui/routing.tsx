/**
 * Addresses and links, for everything that is drawn. On the package's small hooks: its own `Link` brings the loading of data,
 * forms and matching trees of routes with it, which this app does by itself (`src/app/router.ts`) or not at all.
 */
import { createContext, useContext } from 'react';
import type { ComponentProps } from 'react';
import { UNSAFE_NavigationContext as NavigationContext, createPath, useLocation } from 'react-router-dom';

export { useLocation, useNavigate, useSearchParams } from 'react-router-dom';

/** What an address says in place of a pattern's names: `/game/:gameId`. */
export type Params = Readonly<Record<string, string | undefined>>;

export const ParamsContext = createContext<Params>({});

export const useParams = (): Params => useContext(ParamsContext);

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of this site, with or without a query and an anchor; whoever leads elsewhere is an `a`. */
  readonly to: string;
  /** In the place of this page in the history; by itself only where the address is the same. */
  readonly replace?: boolean;
  /** The page stays where it is scrolled to. */
  readonly preventScrollReset?: boolean;
}

/** Draws nothing anew when the address changes: a page of tiles is as many links. */
export function Link({ to, replace, preventScrollReset = false, onClick, ...rest }: LinkProps) {
  const { navigator } = useContext(NavigationContext);
  const { target = '_self' } = rest;
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        const isElsewhere = target !== '_self' || event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
        if (event.defaultPrevented || isElsewhere) return;
        event.preventDefault();
        const isInPlace = replace ?? createPath(location) === to;
        navigator[isInPlace ? 'replace' : 'push'](to, undefined, { preventScrollReset });
      }}
    />
  );
}

/** A link that says when it leads to the page on screen. */
export function PlaceLink(props: LinkProps) {
  const isHere = useLocation().pathname === props.to;
  return <Link aria-current={isHere ? 'page' : undefined} {...props} />;
}
