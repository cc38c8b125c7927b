/** One direction of a slow line that everything shares: bytes leave at a fixed rate, in turn, and arrive a delay later. */

export interface LinkSpeed {
  readonly bitsPerSecond: number;
  /** From one end to the other: half a round trip. */
  readonly oneWayMs: number;
}

/** What fits into one packet, beside its headers. */
const SEGMENT_BYTES = 1_400;

interface Waiting {
  readonly bytes: Buffer;
  /** Not on the line before this, on the clock of `performance.now()`. */
  readonly readyMs: number;
  readonly arrive: (bytes: Buffer) => void;
}

/** Everything that one connection has sent and that is not on the line yet. */
export interface Flow {
  /** `holdMs`: the bytes exist only this much later (a connection that is still being opened). */
  send(bytes: Buffer, holdMs: number, arrive: (bytes: Buffer) => void): void;
  /** Bytes that are still here; more than a window of them and the sender should wait. */
  readonly queued: number;
  close(): void;
}

export class Link {
  readonly #speed: LinkSpeed;
  readonly #flows = new Set<Waiting[]>();
  /** On their way, in the order in which they arrive. */
  readonly #underWay: { readonly atMs: number; readonly packet: Waiting }[] = [];
  #freeAtMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #arrivals: NodeJS.Timeout | undefined;
  /** Everything that has left so far. */
  sentBytes = 0;

  constructor(speed: LinkSpeed) {
    this.#speed = speed;
  }

  openFlow(): Flow {
    const waiting: Waiting[] = [];
    this.#flows.add(waiting);
    return {
      send: (bytes, holdMs, arrive) => {
        const readyMs = performance.now() + holdMs;
        for (let at = 0; at < bytes.length; at += SEGMENT_BYTES) {
          waiting.push({ bytes: bytes.subarray(at, at + SEGMENT_BYTES), readyMs, arrive });
        }
        this.#schedule();
      },
      get queued() {
        return waiting.reduce((sum, { bytes }) => sum + bytes.length, 0);
      },
      close: () => {
        this.#flows.delete(waiting);
      },
    };
  }

  /** The connections take turns, a packet each. */
  #next(nowMs: number): Waiting | undefined {
    for (const waiting of this.#flows) {
      const first = waiting[0];
      if (first === undefined || first.readyMs > nowMs) continue;
      waiting.shift();
      this.#flows.delete(waiting);
      this.#flows.add(waiting);
      return first;
    }
    return undefined;
  }

  /** Sends what the line had time for, on its own clock, so that late timers cost no speed. */
  #run(): void {
    this.#timer = undefined;
    const nowMs = performance.now();
    while (this.#freeAtMs <= nowMs) {
      const packet = this.#next(nowMs);
      if (packet === undefined) break;
      const startMs = Math.max(this.#freeAtMs, packet.readyMs);
      this.#freeAtMs = startMs + (packet.bytes.length * 8_000) / this.#speed.bitsPerSecond;
      this.sentBytes += packet.bytes.length;
      this.#underWay.push({ atMs: this.#freeAtMs + this.#speed.oneWayMs, packet });
    }
    this.#awaitArrival();
    this.#schedule();
  }

  /** One timer for all: separate ones could fire out of order, and a connection is a stream. */
  #awaitArrival(): void {
    const first = this.#underWay[0];
    if (this.#arrivals !== undefined || first === undefined) return;
    this.#arrivals = setTimeout(() => {
      this.#arrivals = undefined;
      const nowMs = performance.now();
      while ((this.#underWay[0]?.atMs ?? Infinity) <= nowMs) {
        const packet = this.#underWay.shift()?.packet;
        packet?.arrive(packet.bytes);
      }
      this.#awaitArrival();
    }, Math.max(0, first.atMs - performance.now()));
  }

  #schedule(): void {
    // Anew each time: what was just sent may be ready before what was waited for.
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const readyAtMs = Math.min(...[...this.#flows].flatMap(([first]) => first?.readyMs ?? []));
    if (readyAtMs === Infinity) return;
    this.#timer = setTimeout(() => this.#run(), Math.max(0, Math.max(readyAtMs, this.#freeAtMs) - performance.now()));
  }
}
