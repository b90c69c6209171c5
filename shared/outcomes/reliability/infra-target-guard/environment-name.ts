import type { TargetEnvironment } from './target-verdict.ts'
import { environmentWords } from './target.rules.ts'

export type EnvironmentGuess = { environment: TargetEnvironment; confidence: number; word: string | null }

const unknown: EnvironmentGuess = { environment: 'unknown', confidence: 0, word: null }
const byWord = new Map(
  environmentWords.flatMap(({ words, ...guess }) => words.map((word) => [word, { ...guess, word }] as const)),
)
const order: readonly TargetEnvironment[] = ['unknown', 'dev', 'staging', 'production']

/**
 * The environment a name speaks of, by its parts (split at - . _ / : @ and spaces, digits at their ends dropped). `pre` or
 * `non` before a part belongs to it, so preprod, pre-prod and non_prod are staging. Of several, the surest counts, and of
 * those alike the most dangerous.
 */
export function environmentOf(name: string): EnvironmentGuess {
  const parts = name
    .slice(0, 2_000)
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((part) => part.replace(/^\d+|\d+$/g, ''))
    .filter((part) => part !== '')
  const guesses = parts.flatMap((part, at) => {
    const before = parts[at - 1]
    const prefix = before === 'pre' || before === 'non' || before === 'not' ? before.replace('not', 'non') : ''
    const guess = byWord.get(prefix + part)
    return guess === undefined ? [] : [guess]
  })
  return guesses.reduce<EnvironmentGuess>(
    (best, guess) =>
      guess.confidence > best.confidence ||
      (guess.confidence === best.confidence && order.indexOf(guess.environment) > order.indexOf(best.environment))
        ? guess
        : best,
    unknown,
  )
}
