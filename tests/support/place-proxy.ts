/** A proxy in front of the product that reports the visitor's country, as a content-delivery network does. */
import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PlaceProxy {
  readonly url: string;
  /** Counts the requests for a path that have arrived; each continues with the country that is set at that moment. */
  arrived(path: string): number;
  /** Sets the country of all visitors; null sends no header. Headers that a browser sends about its country never pass. */
  setPlace(country: string | null, region?: string): void;
  close(): Promise<void>;
}

export const COUNTRY_HEADER = 'x-test-country';
export const REGION_HEADER = 'x-test-region';

/** Starts the proxy; `target` returns the product's address at the moment of a request. */
export async function startPlaceProxy(target: () => string): Promise<PlaceProxy> {
  let placeHeaders: Readonly<Record<string, string>> = {};
  const arrived: string[] = [];
  const server = createServer((incoming, answer) => {
    arrived.push(incoming.url ?? '/');
    const { [COUNTRY_HEADER]: _country, [REGION_HEADER]: _region, ...headers } = incoming.headers;
    const onward = ask(target() + (incoming.url ?? '/'), { method: incoming.method, headers: { ...headers, ...placeHeaders } }, (from) => {
      answer.writeHead(from.statusCode ?? 502, from.headers);
      from.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived: (path) => arrived.filter((each) => each === path).length,
    setPlace: (country, region) => {
      placeHeaders = { ...(country !== null && { [COUNTRY_HEADER]: country }), ...(region !== undefined && { [REGION_HEADER]: region }) };
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
}
