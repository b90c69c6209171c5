import type { Visit } from '../http/refused-requests.ts'
import type { Reply } from '../http/route.ts'

/** Holds what one request has taken while its call runs. `leave` gives everything back once, however the call ends. */
export class CallScope {
  readonly #giveBack: (() => void)[] = []
  #visit: Visit | null = null
  #limitHeaders: Record<string, string> = {}

  /** Counts the request as refused if it fails through its sender's fault. */
  countVisit(visit: Visit): void {
    this.#visit = visit
    this.#giveBack.push(visit.pass)
  }

  /** Counts all bytes of the body if the request is refused. */
  bodyRead(bytes: number): void {
    this.#visit?.read(bytes)
  }

  /** Has `giveBack` called when the call has ended. */
  hold(giveBack: () => void): void {
    this.#giveBack.push(giveBack)
  }

  /** Adds the headers of the rate limit to the answer. */
  limitedBy(headers: Record<string, string>): void {
    this.#limitHeaders = headers
  }

  /** The call is paid for, so the request no longer counts as refused. */
  accepted(): void {
    this.#visit?.pass()
  }

  failed(error: unknown): void {
    this.#visit?.fail(error)
  }

  answer(reply: Reply): Reply {
    return { ...reply, headers: { ...this.#limitHeaders, ...reply.headers } }
  }

  leave(): void {
    for (const giveBack of this.#giveBack.splice(0)) giveBack()
  }
}
