import { fold } from '../goal/fold.ts'
import type { Value } from './find-values.ts'
import type { Known } from './known.ts'
import { BETWEEN, type RoleWords } from './roles.rules.ts'
import { alternatives } from '../topics/strip-topic.ts'

/** How far from a value the words stand that say what it is. */
const REACH = 60
const [BESIDE, NEAR] = [4, 1]

type Forms = { beside: RegExp; near: RegExp; after: RegExp }
const made = new Map<RoleWords, Forms>()

function formsOf(words: RoleWords): Forms {
  const known = made.get(words)
  if (known !== undefined) return known
  const edge = '(?<![\\p{L}\\p{N}](?<![\\u3040-\\u9FFF]))'
  const forms = {
    beside: new RegExp(
      `${edge}(?:${alternatives(words.before)})(?:[\\s:=(]+(?:${alternatives(BETWEEN)})(?![\\p{Script=Latin}]))*[\\s:=("'“「是为は]*$`,
      'u',
    ),
    near: new RegExp(`${edge}(?:${alternatives(words.before)})(?![\\p{Script=Latin}\\p{N}])`, 'u'),
    after: new RegExp(
      `^["'”」)]?[\\s,(=–-]*(?:(?:is|as|=|being|ist|als|es|como|est|comme) )?(?:${alternatives(words.after)})(?![\\p{Script=Latin}\\p{N}])`,
      'u',
    ),
  }
  made.set(words, forms)
  return forms
}

/**
 * Tells several values of a type apart by the words beside each: which is the owner's and which may spend, which is ours.
 * Each role gets one value at most; none gets one where no words say anything.
 */
export function byRole<Role extends string>(
  known: Known,
  values: readonly Value[],
  roles: Readonly<Record<Role, RoleWords>>,
): Partial<Record<Role, Value>> {
  // Safe: the keys of a record of roles are roles.
  const names = Object.keys(roles) as Role[]
  const scores = values.map((value) => {
    const { before, after } = around(known, value, values)
    return names.map((name) => {
      const { beside, near, after: behind } = formsOf(roles[name])
      return (beside.test(before) ? BESIDE : near.test(before) ? NEAR : 0) + (behind.test(after) ? BESIDE - 1 : 0)
    })
  })
  const found: Partial<Record<Role, Value>> = {}
  const taken = new Set<number>()
  const ranked = scores
    .flatMap((row, index) =>
      row.map((score, role) => ({
        index,
        role,
        score,
        lead: score - Math.max(0, ...row.filter((_, other) => other !== role)),
      })),
    )
    .filter(({ score, lead }) => score > 0 && lead > 0)
    .toSorted((a, b) => b.lead - a.lead || b.score - a.score || a.index - b.index)
  for (const { index, role } of ranked) {
    const [name, value] = [names[role], values[index]]
    if (name === undefined || value === undefined || found[name] !== undefined || taken.has(index)) continue
    found[name] = value
    taken.add(index)
  }
  return found
}

/** The words before a value and behind it, as far as no other value and no end of a sentence stands between. */
function around({ goal, input }: Known, value: Value, values: readonly Value[]): { before: string; after: string } {
  const text = value.from === 'goal' ? goal : input.text
  const others = values.filter((other) => other !== value && other.from === value.from)
  const from = Math.max(0, value.start - REACH, ...others.filter(({ end }) => end <= value.start).map(({ end }) => end))
  const to = Math.min(value.end + REACH, ...others.filter(({ start }) => start >= value.end).map(({ start }) => start))
  const before =
    fold(text.slice(from, value.start))
      .split(/[.;?!。；？！\n](?=\s|$|[\u3040-\u9FFF])/u)
      .at(-1) ?? ''
  const after = fold(text.slice(value.end, to)).split(/[.;?!。；？！\n]|,\s/u)[0] ?? ''
  return { before, after }
}
