import { Refusal } from '#shared/errors.ts'

/** What was wrong with a seller's endpoint, and how buyers are told. */
const PROBLEMS = {
  unreachable: 'could not be reached',
  // Buyers learn nothing about what a name resolves to.
  address: 'could not be reached',
  timeout: 'did not answer in its time',
  redirect: 'answered with a redirect',
  // The buyer's body, by a rule that the declared schema does not say.
  refused: 'does not take this body',
  status: 'answered with an error',
  headers: 'answered with headers that are too large',
  content_type: 'did not answer with JSON',
  answer_size: 'answered with too much, or with what cannot be unpacked',
  not_json: 'did not answer with JSON',
  schema: 'gave an answer that does not keep its declared schema',
  secret: 'gave an answer that holds what was sent to it in confidence',
} as const

export type SellerProblem = keyof typeof PROBLEMS

/** A seller failed a call or a test: whoever called pays nothing. `detail` is for the seller. */
export class SellerFailed extends Error {
  override readonly name = 'SellerFailed'
  readonly problem: SellerProblem
  readonly detail: string | undefined

  constructor(problem: SellerProblem, detail?: string, options?: ErrorOptions) {
    super(`the endpoint ${PROBLEMS[problem]}`, options)
    this.problem = problem
    this.detail = detail
  }

  /** What the seller is told of a test, in one line of at most 300 characters. */
  get note(): string {
    const detail = this.detail === undefined ? '' : `: ${this.detail}`
    return `The endpoint ${PROBLEMS[this.problem]}${detail}`.slice(0, 300).toWellFormed()
  }
}

/**
 * The refusal of a call that its seller failed; its money goes back. A body that the seller does not take is no failure:
 * else anybody could have a seller taken off sale, for nothing.
 */
export function sellerRefusal(failed: SellerFailed, slug: string): Refusal {
  const { problem, detail } = failed
  return new Refusal(
    problem === 'refused' ? 'unprocessable' : 'seller_failed',
    `The seller's endpoint ${PROBLEMS[problem]}; nothing was charged, and the seller is not paid.`,
    {
      ...(detail === undefined || problem === 'address' ? {} : { detail }),
      ...(problem === 'refused' ? {} : { retryAfterS: 5 }),
      fix: {
        action:
          problem === 'refused'
            ? 'Send another body; the endpoint says what it takes.'
            : 'Send the call again later, or see how this endpoint has done of late.',
        method: 'GET',
        path: `/api/v1/seller-endpoints/${slug}`,
      },
      extra: { seller: { slug, problem: problem === 'address' ? 'unreachable' : problem, paid_cents: 0 } },
    },
    { cause: failed },
  )
}
