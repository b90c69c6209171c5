/** Most objects that are read, and longest. */
const [MOST, LONGEST] = [4, 4_000]

/** A JSON object that stands in a goal, with its place. */
export type GoalJson = { value: Readonly<Record<string, unknown>>; start: number; end: number }

/** Finds the JSON objects that a goal holds, in order. Each brace is looked at a few times at most. */
export function jsonInGoal(goal: string): GoalJson[] {
  const found: GoalJson[] = []
  let from = goal.indexOf('{')
  for (let tries = 0; from !== -1 && tries < MOST; tries++) {
    const end = endOf(goal, from)
    const value = end === null ? null : parse(goal.slice(from, end))
    if (end !== null && value !== null) found.push({ value, start: from, end })
    from = goal.indexOf('{', value === null || end === null ? from + 1 : end)
  }
  return found
}

/** Where the brace that opens here is closed; strings are passed over. */
function endOf(text: string, start: number): number | null {
  let depth = 0
  let isInString = false
  for (let at = start; at < text.length && at < start + LONGEST; at++) {
    const char = text[at]
    if (char === '\\' && isInString) at++
    else if (char === '"') isInString = !isInString
    else if (!isInString && char === '{') depth++
    else if (!isInString && char === '}' && --depth === 0) return at + 1
  }
  return null
}

function parse(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    // Safe: what begins with a brace and parses is an object.
    return value as Record<string, unknown>
  } catch {
    return null
  }
}
