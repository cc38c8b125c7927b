/** The two owners of the demo's desk: both have a second factor, and the server confirmed the second one as a person of their own. */
import { ADMIN_ROLES } from '../../../src/core/admin-roles';
import { acceptInvitation, inviteAdmin, setOwnPassword } from '../../../src/core/contract/admins';
import { signIn } from '../../../src/core/contract/auth';
import { enrolSecondFactor, giveSecondFactor, offerSecondFactor } from '../../../src/core/contract/second-factor';
import { MINUTE_MS } from '../../../src/core/time';
import { ensureFirstAdmin } from '../../accounts';
import { confirmOnServer } from '../../admin';
import { readMailbox } from '../../gateways';
import { codeOfStep, stepAt } from '../../second-factor';
import { Browser } from './browser';
import type { Seat } from './browser';
import { keysOf } from './player';
import type { Random } from './random';
import type { DemoStage } from './stage';

export interface Owner {
  readonly username: string;
  readonly password: string;
  readonly browser: Browser;
  /** Base32, as a person types it into an app. */
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

export type Team = readonly [Owner, Owner];

const SECOND_OWNER = { email: 'bola@work.example', username: 'bola', password: 'a quiet tortoise', firstname: 'Bola', lastname: 'Adeyinka' };
const FIRST_PASSWORD = 'a patient heron';
const SEATS: readonly [Seat, Seat] = [
  { address: '154.113.16.20', state: 'LA', userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36' },
  { address: '197.149.90.71', state: 'FC', userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15' },
];

export async function makeTeam(stage: DemoStage, random: Random): Promise<Team> {
  const [firstBrowser, secondBrowser] = [new Browser(stage.app, SEATS[0], keysOf(random)), new Browser(stage.app, SEATS[1], keysOf(random))];
  const { signIn: printed, release } = await ensureFirstAdmin(stage.platform);
  await release();
  if (printed === null) throw new Error('This database has an admin already.');
  firstBrowser.session = await firstBrowser.call(signIn, { body: printed });
  firstBrowser.session = await firstBrowser.call(setOwnPassword, { body: { password: FIRST_PASSWORD } });
  const first = { username: printed.username, password: FIRST_PASSWORD, browser: firstBrowser, ...(await enrol(stage, firstBrowser)) };

  const { email, ...account } = SECOND_OWNER;
  await firstBrowser.call(inviteAdmin, { body: { email, roles: [...ADMIN_ROLES] } });
  stage.clock.pass(20 * MINUTE_MS);
  const [mail] = await readMailbox(stage.pool, email);
  const token = /invitation=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  secondBrowser.session = await secondBrowser.call(acceptInvitation, { body: { token, ...account } });
  const second = { ...account, browser: secondBrowser, ...(await enrol(stage, secondBrowser)) };
  await confirmOnServer(stage.platform, { username: second.username, osUser: 'demo' });
  for (const { browser } of [first, second]) browser.leave();
  return [first, second];
}

async function enrol({ clock }: DemoStage, browser: Browser): Promise<Pick<Owner, 'secret' | 'recoveryCodes'>> {
  const { secret } = await browser.call(offerSecondFactor, {});
  clock.pass(MINUTE_MS);
  const { recoveryCodes } = await browser.call(enrolSecondFactor, { body: { code: appCode(secret, clock.now()) } });
  return { secret, recoveryCodes };
}

/** Signs an owner in with both factors. Each code works once, so a minute goes by first. */
export async function comeToDesk({ clock }: DemoStage, { browser, username, password, secret }: Owner): Promise<void> {
  clock.pass(MINUTE_MS);
  browser.session = await browser.call(signIn, { body: { username, password } });
  await browser.call(giveSecondFactor, { body: { code: appCode(secret, clock.now()) } });
}

const appCode = (secret: string, at: Date): string => codeOfStep(readBase32(secret), stepAt(at));

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function readBase32(text: string): Buffer {
  const bits = text.split('').map((each) => BASE32.indexOf(each).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
