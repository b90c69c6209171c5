import type { Weights } from '#shared/engines/injection/likeness/weights.ts'
import { scanForInjection } from '#shared/engines/injection/scan-for-injection.ts'

import type { Example } from './train-linear.ts'

/** A text, and a model that was trained without it. */
type Apart = { example: Example; weights: Weights }
type Margins = Pick<Weights, 'likely' | 'high' | 'sure'>

type Count = { raised: number; of: number }
type Choice = { margins: Margins; harmless: Count; ordinary: Count; injections: Count }

/**
 * Shares of the harmless texts that are more alike than `likely` and `high`: what is tried. Larger ones find hardly more,
 * and let a mention be blocked.
 */
const shares = [
  [0.03, 0.01],
  [0.06, 0.02],
] as const
/** Steps from `high` to four times its distance from `likely`. */
const STEPS = 30

const isRaised = ({ example: { sent }, weights }: Apart, margins: Margins) =>
  scanForInjection(sent.text, { source: sent.source, weights: { ...weights, ...margins } }).decision !== 'allow'

/** A text as far as `sure` matters to it: raised in any case, never, or from some margin down. */
type Sorted = { text: Apart; ends: 'always' | 'never' | 'depends' }

const sorted = (texts: readonly Apart[], margins: Margins): Sorted[] =>
  texts.map((text) => {
    if (!isRaised(text, margins)) return { text, ends: 'never' }
    return { text, ends: isRaised(text, { ...margins, sure: Number.MAX_VALUE }) ? 'always' : 'depends' }
  })

const count = (texts: readonly Sorted[], margins: Margins): Count => ({
  raised: texts.filter(({ text, ends }) => ends === 'always' || (ends === 'depends' && isRaised(text, margins))).length,
  of: texts.length,
})

/** Whether a text is of a package: one of very many, so that it may hardly ever be raised. */
const isOrdinary = ({ example }: Apart) => example.group.startsWith('package:')

/**
 * Chooses the margins with which the whole scan raises most injections, while it raises no more than these shares of the
 * harmless labelled rows and of the pieces of manuals. Each text is judged by a model that has not seen it.
 */
export function chooseMargins(
  texts: readonly Apart[],
  marginsOfHarmless: readonly number[],
  most: { harmless: number; ordinary: number },
  tell: (choice: Choice) => void,
): Choice {
  const choices = shares.map(([likelyShare, highShare]) => {
    const [likely = 0, high = 0] = [likelyShare, highShare].map(
      (share) => marginsOfHarmless[Math.floor(share * marginsOfHarmless.length)] ?? 0,
    )
    const choice = leastSure(texts, { likely, high }, most)
    tell(choice)
    return choice
  })
  const isWithin = ({ harmless, ordinary }: Choice) =>
    harmless.raised <= most.harmless * harmless.of && ordinary.raised <= most.ordinary * ordinary.of
  const [first, ...others] = choices
  if (first === undefined) throw new Error('there is nothing to choose from')
  return others
    .filter(isWithin)
    .reduce((best, one) => (one.injections.raised > best.injections.raised ? one : best), first)
}

/** The least margin beside which a sign of an order is enough, within the limits. */
function leastSure(
  texts: readonly Apart[],
  { likely, high }: Omit<Margins, 'sure'>,
  most: { harmless: number; ordinary: number },
): Choice {
  const of = (isWanted: (text: Apart) => boolean) => sorted(texts.filter(isWanted), { likely, high, sure: high })
  const positives = of(({ example }) => example.isPositive)
  const labelled = of((text) => !text.example.isPositive && !isOrdinary(text))
  const manuals = of(isOrdinary)
  const step = (high - likely) / 10
  for (let nth = 0; ; nth += 1) {
    const margins = { likely, high, sure: high + nth * step }
    const [harmless, ordinary] = [count(labelled, margins), count(manuals, margins)]
    const isMany = harmless.raised > most.harmless * harmless.of || ordinary.raised > most.ordinary * ordinary.of
    if (isMany && nth < STEPS) continue
    return { margins, harmless, ordinary, injections: count(positives, margins) }
  }
}
