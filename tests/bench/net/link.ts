/** One direction of a slow line that all connections share: bytes leave at a fixed rate, in turn, and arrive after a delay. */

export interface LinkSpeed {
  readonly bitsPerSecond: number;
  /** From one end to the other: half a round trip. */
  readonly oneWayMs: number;
}

/** The bytes of one packet without its headers. */
const SEGMENT_BYTES = 1_400;

interface Packet {
  readonly bytes: Buffer;
  /** The bytes go onto the line no earlier than this, on the clock of `performance.now()`. */
  readonly readyMs: number;
  readonly arrive: (bytes: Buffer) => void;
}

/** The bytes of one connection that are not on the line yet. */
export interface Flow {
  /** Sends bytes; `holdMs` is the time before they exist, for a connection that is still opening. */
  send(bytes: Buffer, holdMs: number, arrive: (bytes: Buffer) => void): void;
  /** The bytes that still wait; above the window the sender should pause. */
  readonly queued: number;
  close(): void;
}

export class Link {
  readonly #speed: LinkSpeed;
  readonly #flows = new Set<Packet[]>();
  /** Packets on their way, in the order in which they arrive. */
  readonly #underWay: { readonly atMs: number; readonly packet: Packet }[] = [];
  #freeAtMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #arrivals: NodeJS.Timeout | undefined;
  /** The bytes that have left so far. */
  sentBytes = 0;

  constructor(speed: LinkSpeed) {
    this.#speed = speed;
  }

  openFlow(): Flow {
    const waiting: Packet[] = [];
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

  /** Takes the next packet; the connections take turns, a packet each. */
  #next(nowMs: number): Packet | undefined {
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

  /** Sends as much as the line had time for, on its own clock, so that late timers cost no speed. */
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

  /** Sets one timer for all packets: separate timers could fire out of order, and a connection is a stream. */
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
    // The timer is set anew each time, because the newest bytes may be ready earlier than those it waits for.
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const readyAtMs = Math.min(...[...this.#flows].flatMap(([first]) => first?.readyMs ?? []));
    if (readyAtMs === Infinity) return;
    this.#timer = setTimeout(() => this.#run(), Math.max(0, Math.max(readyAtMs, this.#freeAtMs) - performance.now()));
  }
}
