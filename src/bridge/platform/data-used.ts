/** Measures the bytes that were downloaded, as far as a browser tells. Each realm counts its own. Nothing here rejects. */
import { transferSizeOf } from '../../api/data-used';
import { guestBridge } from '../guest';
import { controllerHere } from '../update/service-worker-container';

/** A service worker of another build knows no such question. */
const ANSWER_DEADLINE_MS = 1_000;

export interface DataUsed {
  /** Bytes of this page since it was opened. Its worker asks through the service worker, which counts for it. */
  readonly page: number;
  /** Bytes of the service worker, for all open tabs, since the browser last started it; null: none, or it does not say. */
  readonly background: number | null;
}

function documentBytes(): number {
  const [document] = performance.getEntriesByType('navigation');
  return document ? transferSizeOf(document) : 0;
}

function askServiceWorker(): Promise<number | null> {
  const controller = controllerHere();
  if (!controller) return Promise.resolve(null);
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => resolve(null), ANSWER_DEADLINE_MS);
    port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      clearTimeout(timer);
      port1.close();
      resolve(typeof data === 'number' ? data : null);
    };
    controller.postMessage({ type: 'data-used' }, [port2]);
  });
}

export async function measureDataUsed(): Promise<DataUsed> {
  return { page: documentBytes() + guestBridge.transfers.bytes(), background: await askServiceWorker() };
}
