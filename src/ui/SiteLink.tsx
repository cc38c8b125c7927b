import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

/** A link inside a content page. Links to other pages use the router, and anchors of this page stay as they are. */
export function SiteLink({ href, children }: { href: string; children: ReactNode }) {
  if (href.startsWith('#')) return <a href={href}>{children}</a>;
  return <Link to={href}>{children}</Link>;
}
