import { GatewayUnavailableError } from '../gateways';

/** Waits at most `ms` for a gateway's answer. Throws GatewayUnavailableError after that: the outcome is unknown, not failed. */
export async function withGatewayDeadline<T>(call: Promise<T>, ms: number): Promise<T> {
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
