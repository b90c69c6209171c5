type Flight<Out> = { answer: Promise<Out>; stop: AbortController; waiting: number }

/** Lets concurrent callers with the same key share one run. The run is aborted when no caller waits for it. */
export class KeyedSingleFlight<Out> {
  readonly #flights = new Map<string, Flight<Out>>()

  get size(): number {
    return this.#flights.size
  }

  /** Joins the run of this key or starts one. Rejects with the signal's reason when the signal aborts first. */
  async run(key: string, start: (stop: AbortSignal) => Promise<Out>, signal?: AbortSignal): Promise<Out> {
    signal?.throwIfAborted()
    const flight = this.#flights.get(key) ?? this.#begin(key, start)
    flight.waiting += 1
    if (signal === undefined) return flight.answer
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
    void flight.answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
    return promise
  }

  #begin(key: string, start: (stop: AbortSignal) => Promise<Out>): Flight<Out> {
    const stop = new AbortController()
    const flight: Flight<Out> = { answer: start(stop.signal), stop, waiting: 0 }
    this.#flights.set(key, flight)
    const forget = () => this.#forget(key, flight)
    flight.answer.then(forget, forget)
    return flight
  }

  /**
   * Removes a run only if it is still the current one: an aborted run may end after the next run of its key has begun.
   */
  #forget(key: string, flight: Flight<Out>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key)
  }
}
