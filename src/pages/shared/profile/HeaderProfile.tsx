import type { ReactNode } from 'react';
import { Balances } from './Balances';
import { MyLinks } from './MyLinks';
import { Who } from './Who';
import './header-profile.css';

/** The player's name, money and links. `children`: open tasks, shown before the money. */
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
