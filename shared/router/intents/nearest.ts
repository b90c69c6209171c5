/** A way to ask for an outcome, by its words and concepts. */
export type Saying = { slug: string; features: ReadonlySet<string> }

/** What a goal is held against to find the wordings nearest to it. */
export type Nearest = (features: Iterable<string>) => ReadonlyMap<string, number>

/** Of an outcome's wordings, this many count, each this much as the one before. */
const [COUNTED, EACH] = [3, 0.6]
/** What stands for a wording that an outcome does not have, as a share of its last. */
const ABSENT = 0.8

/**
 * Makes an index of wordings that tells, for some words, how near each outcome's nearest wordings are to them, from 0 to 1:
 * the cosine of both, by how rare each word is among all wordings.
 */
export function nearestOf(sayings: readonly Saying[]): Nearest {
  const uses = new Map<string, number[]>()
  for (const [index, { features }] of sayings.entries())
    for (const key of features) {
      const list = uses.get(key)
      if (list === undefined) uses.set(key, [index])
      else list.push(index)
    }
  const weightOf = (key: string) => Math.log(1 + sayings.length / (1 + (uses.get(key)?.length ?? 0))) ** 2
  const weights = new Map([...uses.keys()].map((key) => [key, weightOf(key)]))
  const unknown = weightOf('')
  const lengthOf = (features: Iterable<string>) => {
    let sum = 0
    for (const key of features) sum += weights.get(key) ?? unknown
    return Math.sqrt(sum)
  }
  const lengths = sayings.map(({ features }) => lengthOf(features))
  return (features) => {
    const keys = new Set(features)
    const shared = new Map<number, number>()
    for (const key of keys) {
      const weight = weights.get(key) ?? 0
      for (const index of uses.get(key) ?? []) shared.set(index, (shared.get(index) ?? 0) + weight)
    }
    const length = lengthOf(keys)
    const bySlug = new Map<string, number[]>()
    for (const [index, sum] of shared) {
      const slug = sayings[index]?.slug ?? ''
      const near = sum / (length * (lengths[index] ?? 1))
      const list = bySlug.get(slug)
      if (list === undefined) bySlug.set(slug, [near])
      else list.push(near)
    }
    return new Map([...bySlug].map(([slug, list]) => [slug, best(list)]))
  }
}

function best(list: number[]): number {
  list.sort((a, b) => b - a)
  let [sum, most, share] = [0, 0, 1]
  for (let place = 0; place < COUNTED; place++) {
    sum += share * (list[place] ?? ABSENT * (list.at(-1) ?? 0))
    most += share
    share *= EACH
  }
  return sum / most
}
