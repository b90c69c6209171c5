import type { Found } from './find-loops.ts'
import type { ToolCall } from './tool-call.ts'

const ALIKE = 0.9
const TIMES = 4
/** Only the newest calls are compared, and of each only its first words, so the work has a bound. */
const NEWEST = 500
const MOST_WORDS = 200
const MOST_CHARS = 8_000

/** Calls of one tool whose arguments are almost the same, four times or more. Paging (only numbers differ) is none. */
export function nearRepeats(calls: readonly ToolCall[]): Found[] {
  const groups: { first: ToolCall; words: Set<string>; members: ToolCall[] }[] = []
  for (const call of calls.slice(-NEWEST)) {
    if (call.args === undefined || call.args === null) continue
    const words = wordsOf(call.args)
    const group = groups.find(
      (each) => each.first.tool === call.tool && (each.first.key === call.key || isAlike(each.words, words)),
    )
    if (group === undefined) groups.push({ first: call, words, members: [call] })
    else group.members.push(call)
  }
  return groups
    .filter(({ members }) => members.length >= TIMES && new Set(members.map(({ key }) => key)).size > 1)
    .map(({ first, members }) => ({
      kind: 'near_repeat',
      tools: [first.tool],
      length: 1,
      repeats: members.length,
      first_index: first.index,
      last: members.at(-1)?.index ?? first.index,
    }))
}

const wordsOf = (args: unknown) =>
  new Set(
    (
      JSON.stringify(args)
        .slice(0, MOST_CHARS)
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? []
    ).slice(0, MOST_WORDS),
  )

function isAlike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (Math.min(a.size, b.size) < ALIKE * Math.max(a.size, b.size)) return false
  const differing = [...a].filter((word) => !b.has(word)).concat([...b].filter((word) => !a.has(word)))
  if (differing.length > 0 && differing.every((word) => /^\d+$/.test(word))) return false
  const common = (a.size + b.size - differing.length) / 2
  return common >= ALIKE * (common + differing.length)
}
