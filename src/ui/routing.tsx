/**
 * Addresses and links, for everything that is drawn. On the package's small hooks: its own `Link` brings the loading of data,
 * forms and matching trees of routes with it, which this app does by itself (`src/app/router.ts`) or not at all.
 */
import { createContext, useContext } from 'react';
import type { ComponentProps } from 'react';
import { useHref, useLinkClickHandler, useLocation } from 'react-router-dom';

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

export function Link({ to, replace, preventScrollReset = false, onClick, ...rest }: LinkProps) {
  const { target } = rest;
  const href = useHref(to);
  const follow = useLinkClickHandler(to, {
    preventScrollReset, ...(replace === undefined ? {} : { replace }), ...(target === undefined ? {} : { target }),
  });
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    />
  );
}

/** A link that says when it leads to the page on screen. */
export function PlaceLink(props: LinkProps) {
  const isHere = useLocation().pathname === props.to;
  return <Link aria-current={isHere ? 'page' : undefined} {...props} />;
}
