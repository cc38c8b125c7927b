import type { ReactNode } from 'react';
import { Balances } from './Balances';
import { MyLinks } from './MyLinks';
import { PlayerHeader } from './PlayerHeader';
import './header-profile.css';

/** The player's name, money and links. `children`: open tasks, shown before the money. */
export function HeaderProfile({ children }: { children?: ReactNode }) {
  return (
    <>
      <PlayerHeader />
      {children}
      <div className="profile-main">
        <Balances />
        <MyLinks />
      </div>
    </>
  );
}
