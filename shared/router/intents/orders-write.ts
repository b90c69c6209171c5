import { type Order, ordersIn, statementsIn } from '../goal/orders.ts'
import type { ReadGoal } from '../goal/read-goal.ts'
import { SPEND_QUESTION, WRITE_ORDERS, WRITE_SENTENCES, type WriteOrder } from './writes.rules.ts'

/** What the hold finds out by itself: "reserve it if the ceiling allows". */
const ALLOWED =
  /\bif (?:so|yes|allowed|possible|it (?:fits|may|can|is allowed)|(?:\p{L}+ ){1,4}(?:allows?|permits?|covers?|suffices?|is enough))\b/u

/** An object that stands for what was said before, and nothing after it that says more. */
const PRONOUN =
  /^\s*(?:it|this|that|these|those|them|one|me|us|for me|there|here|now|please|lo|la|esto|eso|das|es|dies|le|les|ca|\s)*(?:\s*(?:there|here|now|please|too|as well|for me|today|under|as|to|at|in|with)\b.*)?$/

/**
 * Returns which outcomes a goal orders to write: by an order whose verb writes and whose object or place names the store, or
 * by a sentence of another form that can mean nothing else. Where this is not so, the outcome is not planned, however like
 * it the goal is. An outcome that is listed nowhere is never ordered.
 */
export function writesOrdered(read: Pick<ReadGoal, 'text' | 'respelt'>): (slug: string) => boolean {
  const text = speltOut(read)
  const orders = ordersIn(text)
  const statements = statementsIn(text)
  return (slug) => {
    const rules = WRITE_ORDERS[slug] ?? []
    const patterns = WRITE_SENTENCES[slug] ?? []
    return (
      orders.some(
        (order) =>
          (!order.isConditional || (slug === 'spend-guard' && ALLOWED.test(order.rest))) &&
          rules.some((rule) => isMet(rule, order, orders.length)),
      ) ||
      statements.some((statement) => patterns.some((pattern) => pattern.test(statement))) ||
      (slug === 'spend-guard' && SPEND_QUESTION.test(text))
    )
  }
}

const isMet = ({ verb, rest, unless, refers, isAlone }: WriteOrder, order: Order, count: number) =>
  verb.test(order.verb) &&
  (isAlone !== true || count === 1) &&
  unless?.test(order.rest) !== true &&
  (rest.test(order.rest) || (refers?.test(order.before) === true && PRONOUN.test(order.rest)))

/** The goal as it is read, with its misspelt words as they most likely are meant. */
const speltOut = ({ text, respelt }: Pick<ReadGoal, 'text' | 'respelt'>) =>
  respelt.reduceRight((said, { word, start, end }) => said.slice(0, start) + word + said.slice(end), text)
