import type { Intent } from './phrases.ts'
import type { Evidence } from './score-intents.ts'

/** How rare a key is among intents: the natural logarithm of how few of them use it. */
type Rarity = ReadonlyMap<string, number>

const known = new WeakMap<readonly Intent[], { rarity: Rarity; keys: ReadonlyMap<Intent, ReadonlySet<string>> }>()

function keysOf(all: readonly Intent[]) {
  const made = known.get(all)
  if (made !== undefined) return made
  const keys = new Map(
    all.map(
      (intent) =>
        [
          intent,
          new Set(
            intent.phrases.flatMap(({ atoms }) =>
              atoms.flatMap((atom) =>
                atom.kind === 'mention' ? atom.keys : atom.kind === 'type' && !atom.isAbsent ? [`<${atom.type}>`] : [],
              ),
            ),
          ),
        ] as const,
    ),
  )
  const uses = new Map<string, number>()
  for (const set of keys.values()) for (const key of set) uses.set(key, (uses.get(key) ?? 0) + 1)
  const rarity = new Map([...uses].map(([key, count]) => [key, Math.log(all.length / count)]))
  const result = { rarity, keys }
  known.set(all, result)
  return result
}

/** Half of full affinity is reached at this sum of rarities. */
const SCALE = 9

/**
 * How near a goal is to an intent by all the words that its phrases use, from 0 to 1, whether or not one phrase fits: it
 * parts intents that fit alike, and finds those that are said in words no phrase foresaw.
 */
export function affinity(intent: Intent, all: readonly Intent[], { goal, has }: Evidence): number {
  const { rarity, keys } = keysOf(all)
  let sum = 0
  const words = new Set<number>()
  for (const key of keys.get(intent) ?? []) {
    const weight = rarity.get(key) ?? 0
    if (key.startsWith('<')) {
      if (has(key.slice(1, -1))) sum += 0.4 * weight
      continue
    }
    const mention = goal.mentions.get(key)?.find(({ isNegated, start }) => !isNegated && !words.has(start))
    if (mention === undefined) continue
    words.add(mention.start)
    sum += weight
  }
  return words.size === 0 ? 0 : 1 - 2 ** (-sum / SCALE)
}
