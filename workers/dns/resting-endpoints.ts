const REST_MS = 30_000

/** Endpoints that failed lately: they are asked last for a while, so that a blocked way costs one wait and not one a query. */
export class RestingEndpoints {
  readonly #until = new Map<string, number>()

  rest(endpoint: string): void {
    this.#until.set(endpoint, performance.now() + REST_MS)
  }

  isResting(endpoint: string): boolean {
    return (this.#until.get(endpoint) ?? 0) > performance.now()
  }
}
