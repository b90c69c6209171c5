import { conceptsOf, lexicon } from '../goal/lexicon.ts'
import { requestsIn } from '../goal/requests.ts'
import type { Act } from '../intents/acts.ts'
import type { Scored } from '../intents/score-intents.ts'
import type { Known } from '../values/known.ts'
import type { Candidate } from './choose-intents.ts'

const MOST_SAID = 80

/** Verbs that say how something is to be done or told, and ask for nothing else. */
const HELPERS = new Set(
  `give show tell get make let keep use include add return answer report say name list put take do be have want need see know
  explain note mark highlight focus stop skip ignore leave limit stick start begin go come look check find send bring try help
  sort order group pick choose compare mention state point call turn read write work start treat assume remember only please
  gib zeig sag nenne mach lass dame dime muestra haz deja donne dis montre fais laisse garde mantén usa utilise nimm`.split(
    /\s+/,
  ),
)

/** What an order is about stands behind its verb. */
const OBJECT =
  /^\s+(?:it|this|that|them|these|those|the|my|our|me|us|him|her|a|an|all|both|everything|everyone|es|das|den|die|mein\w*|unser\w*|lo|la|los|las|el|mi|le|les|mon|ma|mes)(?![\p{L}])/u

/** An outcome this much like a part of the goal may be meant by it. */
const LIKE = 0.3

/** The parts of a goal that order something which no chosen outcome stands for, and no word of which is known. */
export function unexplained(
  known: Known,
  chosen: readonly Candidate[],
  acts: readonly Act[],
  scored: readonly Scored[],
): string[] {
  return requestsIn(known.read.text)
    .filter(({ start, end, verb, rest }) => {
      const isIn = (mention: { start: number; end: number }) => mention.start < end && mention.end > start
      return (
        !HELPERS.has(verb) &&
        OBJECT.test(rest) &&
        conceptsOf(verb, lexicon()).size === 0 &&
        !acts.some(isIn) &&
        !chosen.some(({ on }) => on.some(isIn)) &&
        !scored.some(({ on, near }) => near >= LIKE && on.some(isIn))
      )
    })
    .map(({ start, end }) => known.goal.slice(start, end).trim().slice(0, MOST_SAID))
}
