/** A proxy in front of the product that says where its visitors are, as a content-delivery network does. */
import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PlaceProxy {
  readonly url: string;
  /** How many requests for such a path have arrived here, and go on with what is told by then. */
  arrived(path: string): number;
  /** From now on everybody is there; null: nothing tells. What a browser says itself never passes. */
  be(country: string | null, region?: string): void;
  close(): Promise<void>;
}

export const COUNTRY_HEADER = 'x-test-country';
export const REGION_HEADER = 'x-test-region';

/** `target`: where the product is by the time a request comes. */
export async function startPlaceProxy(target: () => string): Promise<PlaceProxy> {
  let told: Readonly<Record<string, string>> = {};
  const arrived: string[] = [];
  const server = createServer((incoming, answer) => {
    arrived.push(incoming.url ?? '/');
    const { [COUNTRY_HEADER]: _country, [REGION_HEADER]: _region, ...headers } = incoming.headers;
    const onward = ask(target() + (incoming.url ?? '/'), { method: incoming.method, headers: { ...headers, ...told } }, (from) => {
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
    be: (country, region) => {
      told = { ...(country !== null && { [COUNTRY_HEADER]: country }), ...(region !== undefined && { [REGION_HEADER]: region }) };
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
}
