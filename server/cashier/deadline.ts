import { GatewayUnavailableError } from '../gateways';

/** Waits for a gateway's answer at most `ms`. Throws GatewayUnavailableError after that: not known, never failed. */
export async function withDeadline<T>(call: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new GatewayUnavailableError(`no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([call, late]);
  } finally {
    clearTimeout(timer);
  }
}
