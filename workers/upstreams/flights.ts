type Flight<Out> = { landed: Promise<Out>; stop: AbortController; waiting: number }

/** Lets those who ask for the same thing at the same time share one request. It is given up when nobody waits any more. */
export class Flights<Out> {
  readonly #flights = new Map<string, Flight<Out>>()

  get size(): number {
    return this.#flights.size
  }

  /** The answer of the flight of this key, or of a new one. Rejects with the signal's reason when that comes first. */
  async join(key: string, signal: AbortSignal, start: (signal: AbortSignal) => Promise<Out>): Promise<Out> {
    signal.throwIfAborted()
    const flight = this.#flights.get(key) ?? this.#take(key, start)
    flight.waiting += 1
    const { promise, resolve, reject } = Promise.withResolvers<Out>()
    const leave = () => {
      flight.waiting -= 1
      if (flight.waiting === 0) {
        this.#forget(key, flight)
        flight.stop.abort()
      }
      reject(signal.reason)
    }
    signal.addEventListener('abort', leave, { once: true })
    void flight.landed.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
    return promise
  }

  #take(key: string, start: (signal: AbortSignal) => Promise<Out>): Flight<Out> {
    const stop = new AbortController()
    const flight: Flight<Out> = { landed: start(stop.signal), stop, waiting: 0 }
    this.#flights.set(key, flight)
    const forget = () => this.#forget(key, flight)
    flight.landed.then(forget, forget)
    return flight
  }

  /** A flight that was given up may still be landing when the next one of its key has begun. */
  #forget(key: string, flight: Flight<Out>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key)
  }
}
