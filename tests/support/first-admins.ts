/** Makes the admins of a running product by calls alone: the first one, and a second one who counts as another person. */
import { ADMIN_ROLES } from '../../src/core/admin-roles';
import { acceptInvitation, inviteAdmin, setOwnPassword } from '../../src/core/contract/admins';
import { signIn } from '../../src/core/contract/auth';
import { giveSecondFactor } from '../../src/core/contract/second-factor';
import { testClient } from './http-client';
import type { TestClient } from './http-client';
import { mailboxKeyAt } from './product';
import type { Product } from './product';
import { codeSource, enrolByCalls } from './second-factor';
import type { CodeSource } from './second-factor';
import { runNode } from './stages.mjs';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export interface AdminCredentials extends Credentials {
  /** What their second factor takes. */
  readonly codes: CodeSource;
}

const OWN_PASSWORD = 'a patient heron';

const credentialsByProduct = new WeakMap<Product, Promise<AdminCredentials>>();

async function signInClient(url: string, body: Credentials): Promise<TestClient> {
  const client = testClient(url);
  client.session = (await client.call(signIn, { body })).data;
  return client;
}

/** Signs an admin in with both factors. */
export async function signInAdmin(url: string, { codes, username, password }: AdminCredentials): Promise<TestClient> {
  const client = await signInClient(url, { username, password });
  await client.call(giveSecondFactor, { body: { code: await codes.next() } });
  return client;
}

/** Returns the first admin's sign-in. Their own password and second factor are set once for each product: the printed password works once. */
export function firstAdmin(product: Product): Promise<AdminCredentials> {
  const credentials = credentialsByProduct.get(product) ?? setFirstPassword(product);
  credentialsByProduct.set(product, credentials);
  return credentials;
}

async function setFirstPassword(product: Product): Promise<AdminCredentials> {
  const printed = product.admin();
  if (printed === null) throw new Error(`No one-time sign-in was printed:\n${product.output()}`);
  const client = await signInClient(product.url, printed);
  client.session = (await client.call(setOwnPassword, { body: { password: OWN_PASSWORD } })).data;
  return { username: printed.username, password: OWN_PASSWORD, codes: codeSource(client, await enrolByCalls(client)) };
}

export interface TwoAdmins {
  readonly first: AdminCredentials;
  readonly second: AdminCredentials;
}

/** Does the same as `twoAdmins`, and leaves the product stopped. */
export async function makeTwoAdmins(product: Product): Promise<TwoAdmins> {
  const first = await firstAdmin(product);
  const email = 'bola@work.example';
  const second = { username: 'bola', password: 'a quiet tortoise' };
  await (await signInAdmin(product.url, first)).call(inviteAdmin, { body: { email, roles: [...ADMIN_ROLES] } });
  const query = new URLSearchParams({ to: email, key: mailboxKeyAt(product.url) ?? '' });
  const mails = await fetch(`${product.url}/api/mailbox?${query.toString()}`, { headers: { accept: 'application/json' } });
  const token = /invitation=([\w-]+)/.exec(await mails.text())?.[1] ?? '';
  const client = testClient(product.url);
  client.session = (await client.call(acceptInvitation, { body: { token, ...second, firstname: 'Bola', lastname: 'Adeyemi' } })).data;
  const codes = codeSource(client, await enrolByCalls(client));
  await product.stop();
  const { code } = await runNode(['--import', 'tsx', 'server/tools/confirm-admin.ts', second.username], { DATA_DIR: product.dataDir });
  if (code !== 0) throw new Error('The second admin could not be confirmed.');
  return { first, second: { ...second, codes } };
}

/**
 * Makes a second admin, Bola, whom the first one invites and a command on the server confirms, so that they count as two persons. The
 * product is started again for it. They may decide about money a day later, by the product's clock.
 */
export async function twoAdmins(product: Product): Promise<TwoAdmins> {
  const admins = await makeTwoAdmins(product);
  await product.start();
  return admins;
}
