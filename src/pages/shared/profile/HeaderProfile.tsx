import type { ReactNode } from 'react';
import { Balances } from './Balances';
import { MyLinks } from './MyLinks';
import { Who } from './Who';
import './header-profile.css';

/** Who the player is, what they have and the ways to everything of theirs. `children`: what is to be done, before the money. */
export function HeaderProfile({ children }: { children?: ReactNode }) {
  return (
    <>
      <Who />
      {children}
      <div className="profile-main">
        <Balances />
        <MyLinks />
      </div>
    </>
  );
}
