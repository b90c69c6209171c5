const REST_MS = 30_000

/** Endpoints that failed recently. They are tried last for 30 s, so that a blocked one does not delay every query. */
export class RestingEndpoints {
  readonly #until = new Map<string, number>()

  rest(endpoint: string): void {
    this.#until.set(endpoint, performance.now() + REST_MS)
  }

  isResting(endpoint: string): boolean {
    return (this.#until.get(endpoint) ?? 0) > performance.now()
  }
}
