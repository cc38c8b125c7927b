/** The operator's people of a running product, by calls alone: the first admin, and a second one who counts beside them. */
import { acceptInvitation, inviteAdmin, setOwnPassword } from '../../src/core/contract/admins';
import { signIn } from '../../src/core/contract/auth';
import { testClient } from './http-client';
import type { TestClient } from './http-client';
import { mailboxKeyAt } from './product';
import type { Product } from './product';
import { runNode } from './stages.mjs';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

const OWN_PASSWORD = 'a patient heron';

const firsts = new WeakMap<Product, Promise<Credentials>>();

async function signedIn(url: string, body: Credentials): Promise<TestClient> {
  const client = testClient(url);
  client.session = (await client.call(signIn, { body })).data;
  return client;
}

/** The first admin, whose password of their own is set once for each product: what was printed works once. */
export function firstAdmin(product: Product): Promise<Credentials> {
  const made = firsts.get(product) ?? makeFirst(product);
  firsts.set(product, made);
  return made;
}

async function makeFirst(product: Product): Promise<Credentials> {
  const printed = product.admin();
  if (printed === null) throw new Error(`No one-time sign-in was printed:\n${product.output()}`);
  const client = await signedIn(product.url, printed);
  await client.call(setOwnPassword, { body: { password: OWN_PASSWORD } });
  return { username: printed.username, password: OWN_PASSWORD };
}

/**
 * The first admin and a second one, Bola, whom they let in and whom somebody on the server has confirmed: two persons. The product is
 * started anew for it. About money they may decide a day later, by the product's clock.
 */
export async function twoAdmins(product: Product): Promise<{ readonly first: Credentials; readonly second: Credentials }> {
  const first = await firstAdmin(product);
  const email = 'bola@work.example';
  const second = { username: 'bola', password: 'a quiet tortoise' };
  await (await signedIn(product.url, first)).call(inviteAdmin, { body: { email } });
  const asked = new URLSearchParams({ to: email, key: mailboxKeyAt(product.url) ?? '' });
  const mails = await fetch(`${product.url}/api/mailbox?${asked.toString()}`, { headers: { accept: 'application/json' } });
  const token = /invitation=([\w-]+)/.exec(await mails.text())?.[1] ?? '';
  await testClient(product.url).call(acceptInvitation, { body: { token, ...second, firstname: 'Bola', lastname: 'Adeyemi' } });
  await product.stop();
  const { code } = await runNode(['--import', 'tsx', 'server/tools/confirm-admin.ts', second.username], { DATA_DIR: product.dataDir });
  if (code !== 0) throw new Error('The second admin could not be confirmed.');
  await product.start();
  return { first, second };
}
