/** The stage of all page measurements: the product, the floor and the hello app, each behind TLS, and one browser. */
import type { Browser } from '@playwright/test';
import { startProduct } from '../support/product';
import type { Product } from '../support/product';
import { makeShownPlayer } from '../support/screenshot-people';
import type { ShownSession } from '../support/screenshot-people';
import { startFloor } from './floor';
import { startHello } from './hello';
import { makeCertificate } from './net/certificate';
import { startPacingProxy } from './net/pacing-proxy';
import type { Network, PacingProxy } from './net/pacing-proxy';
import { startTlsFront } from './net/tls-front';
import type { TlsFront } from './net/tls-front';
import { launchBrowser } from './visit';

export interface Stage {
  readonly browser: Browser;
  readonly product: Product;
  /** Returns a player who has paid in and played; the first call makes it. */
  player(): Promise<ShownSession>;
  /** The fronts of the product and of the pages that it is compared with. */
  readonly fronts: { readonly product: TlsFront; readonly floor: TlsFront; readonly hello: TlsFront };
  close(): Promise<void>;
}

/** Starts everything; ends what was started when a part fails. */
export async function openStage(): Promise<Stage> {
  const cleanups: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const cleanUp of cleanups.reverse()) await cleanUp();
  };
  try {
    const certificate = await makeCertificate();
    const [floor, hello] = [await startFloor(), await startHello()];
    cleanups.push(() => floor.close(), () => hello.close());
    const upstream = { url: new URL('http://127.0.0.1:9') };
    const front = await startTlsFront(certificate, () => upstream.url);
    cleanups.push(() => front.close());
    const floorFront = await startTlsFront(certificate, () => floor.url);
    cleanups.push(() => floorFront.close());
    const helloFront = await startTlsFront(certificate, () => hello.url);
    cleanups.push(() => helloFront.close());
    const product = await startProduct({ TRUST_PROXY: '127.0.0.1' });
    cleanups.push(() => product.dispose());
    upstream.url = new URL(product.url);
    const browser = await launchBrowser(certificate.spkiHash);
    cleanups.push(() => browser.close());
    let player: Promise<ShownSession> | null = null;
    return {
      browser, product, close,
      player: () => (player ??= makeShownPlayer(product.url)),
      fronts: { product: front, floor: floorFront, hello: helloFront },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Runs `work` with one front behind a slow network; `origin` is the address for the browser. */
export async function runBehindNetwork<T>(
  front: TlsFront,
  network: Network,
  work: (origin: string, proxy: PacingProxy) => Promise<T>,
): Promise<T> {
  const proxy = await startPacingProxy(front.port, network);
  try {
    return await work(`https://localhost:${proxy.port}`, proxy);
  } finally {
    await proxy.close();
  }
}
