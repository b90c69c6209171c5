import { groupsIn } from './group-candidates.ts'
import type { Group } from './group-candidates.ts'
import { loneScalar, quotedText } from './lone-scalar.ts'
import { notJson } from './not-json.ts'
import { RepairLog } from './repair-log.ts'
import type { Repair } from './repair-log.ts'
import { afterBlank, noteSurroundings } from './surroundings.ts'

type Extracted = { value: unknown; repairs: readonly Repair[] }

/**
 * Finds the data in a text that may be prose, a chat answer with code fences, a log, or broken JSON alone. The longest
 * fenced block wins, else the largest value; values on lines of their own are one array. Prose without any bracket is
 * refused with `not_json`.
 */
export function extract(text: string): Extracted {
  const start = afterBlank(text, 0)
  const groups = groupsIn(text, start)
  if (groups.length === 0) return loneScalar(text, start)
  // Brackets inside one quoted text are data only where they read cleanly.
  const isClean = groups.some(({ candidates }) => candidates.every(({ repairs }) => repairs.length === 0))
  return (isClean ? null : quotedText(text, start)) ?? choose(text, groups)
}

function choose(text: string, groups: readonly Group[]): Extracted {
  const real = groups.filter(({ candidates }) => candidates.some(({ isRemark }) => !isRemark))
  const ranked = (real.length > 0 ? real : [...groups]).toSorted((left, right) => sizeOf(right) - sizeOf(left))
  const [best, ...others] = ranked
  if (best === undefined) throw notJson()
  const log = new RepairLog()
  const [first] = best.candidates
  noteSurroundings(log, text, best)
  for (const { candidates, end } of others) {
    log.add(
      'dropped_text',
      candidates[0].start,
      `dropped another value of ${end - candidates[0].start} characters; the largest was kept`,
    )
  }
  const isNothing =
    best.candidates.length === 1 && isEmpty(first.value) && first.repairs.some(({ code }) => code === 'dropped_text')
  if (isNothing) throw notJson()
  const isStream = best.candidates.length > 1
  if (isStream) log.add('ndjson_to_array', first.start, `put ${best.candidates.length} values into one array`)
  const repairs = [...log.repairs, ...best.candidates.flatMap((candidate) => candidate.repairs)]
  return { value: isStream ? best.candidates.map(({ value }) => value) : first.value, repairs }
}

const isEmpty = (value: unknown) => typeof value === 'object' && value !== null && Object.keys(value).length === 0

const sizeOf = ({ candidates, end }: Group) => end - candidates[0].start
