import type { Visit } from '../http/refused-requests.ts'
import type { Reply } from '../http/route.ts'

/** What one request holds while its call is under way. Everything is given back once, however the call ends. */
export class CallScope {
  readonly #giveBack: (() => void)[] = []
  #visit: Visit | null = null
  #limitHeaders: Record<string, string> = {}

  /** Counts the request as refused if it fails by its sender's doing. */
  countVisit(visit: Visit): void {
    this.#visit = visit
    this.#giveBack.push(visit.pass)
  }

  /** The body was read: should the request be refused, all its bytes count. */
  bodyRead(bytes: number): void {
    this.#visit?.read(bytes)
  }

  /** Has `giveBack` called when the call has ended. */
  hold(giveBack: () => void): void {
    this.#giveBack.push(giveBack)
  }

  /** Puts the headers of the rate limit on the answer, whatever the answer is. */
  limitedBy(headers: Record<string, string>): void {
    this.#limitHeaders = headers
  }

  /** The call is paid for: the request counts as refused no longer. */
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
