/** Lines around a change that are shown with it, and edits after which two texts count as simply different. */
const CONTEXT = 3
const MOST_EDITS = 1_500

type Edit = { kind: ' ' | '-' | '+'; line: string }

/**
 * The unified diff of two texts by lines; empty when they are equal. Myers' algorithm finds the fewest edits; texts with
 * more than 1,500 of them differ as a whole, so the time stays bounded. Deterministic.
 */
export function diffTexts({
  before,
  after,
  names,
}: {
  before: string
  after: string
  names: readonly string[]
}): string {
  if (before === after) return ''
  const edits = editsOf(before.split('\n'), after.split('\n'))
  return [`--- ${names[0] ?? 'before'}`, `+++ ${names[1] ?? 'after'}`, ...hunksOf(edits)].join('\n')
}

function editsOf(a: readonly string[], b: readonly string[]): Edit[] {
  let head = 0
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1
  let tail = 0
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail])
    tail += 1
  const same = (lines: readonly string[]): Edit[] => lines.map((line) => ({ kind: ' ', line }))
  return [
    ...same(a.slice(0, head)),
    ...middle(a.slice(head, a.length - tail), b.slice(head, b.length - tail)),
    ...same(a.slice(a.length - tail)),
  ]
}

/** The shortest edit script of what is between equal beginnings and ends. */
function middle(a: readonly string[], b: readonly string[]): Edit[] {
  const whole = (): Edit[] => [
    ...a.map((line): Edit => ({ kind: '-', line })),
    ...b.map((line): Edit => ({ kind: '+', line })),
  ]
  const most = Math.min(a.length + b.length, MOST_EDITS)
  const furthest = new Int32Array(2 * most + 3)
  const trace: Int32Array[] = []
  const zero = most + 1
  for (let edits = 0; edits <= most; edits += 1) {
    trace.push(furthest.slice(zero - edits - 1, zero + edits + 2))
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const down = isDown(diagonal, edits, (at) => furthest[zero + at] ?? 0)
      let x = down ? (furthest[zero + diagonal + 1] ?? 0) : (furthest[zero + diagonal - 1] ?? 0) + 1
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x += 1
      furthest[zero + diagonal] = x
      if (x >= a.length && x - diagonal >= b.length) return backtrack(a, b, trace)
    }
  }
  return whole()
}

const isDown = (diagonal: number, edits: number, reach: (diagonal: number) => number) =>
  diagonal === -edits || (diagonal !== edits && reach(diagonal - 1) < reach(diagonal + 1))

function backtrack(a: readonly string[], b: readonly string[], trace: readonly Int32Array[]): Edit[] {
  const script: Edit[] = []
  let [x, y] = [a.length, b.length]
  for (let edits = trace.length - 1; edits >= 0; edits -= 1) {
    const row = trace[edits]
    const reach = (at: number) => row?.[at + edits + 1] ?? 0
    const diagonal = x - y
    const from = isDown(diagonal, edits, reach) ? diagonal + 1 : diagonal - 1
    const [fromX, fromY] = edits === 0 ? [0, 0] : [reach(from), reach(from) - from]
    while (x > fromX && y > fromY) {
      x -= 1
      y -= 1
      script.push({ kind: ' ', line: a[x] ?? '' })
    }
    if (edits === 0) break
    if (x === fromX) {
      y -= 1
      script.push({ kind: '+', line: b[y] ?? '' })
    } else {
      x -= 1
      script.push({ kind: '-', line: a[x] ?? '' })
    }
  }
  return script.toReversed()
}

/** Changes with the lines around them, near ones joined. */
function hunksOf(edits: readonly Edit[]): string[] {
  const changed = edits.flatMap(({ kind }, index) => (kind === ' ' ? [] : [index]))
  const groups: [from: number, to: number][] = []
  for (const index of changed) {
    const last = groups.at(-1)
    if (last !== undefined && index - last[1] <= 2 * CONTEXT + 1) last[1] = index
    else groups.push([index, index])
  }
  const [oldAt, newAt] = lineNumbers(edits)
  return groups.flatMap(([first, last]) => {
    const from = Math.max(0, first - CONTEXT)
    const part = edits.slice(from, last + CONTEXT + 1)
    const [old, fresh] = [
      part.filter(({ kind }) => kind !== '+').length,
      part.filter(({ kind }) => kind !== '-').length,
    ]
    const header = `@@ -${range(oldAt[from] ?? 0, old)} +${range(newAt[from] ?? 0, fresh)} @@`
    return [header, ...part.map(({ kind, line }) => kind + line)]
  })
}

/** Lines of the old and of the new text before each edit. */
function lineNumbers(edits: readonly Edit[]): [number[], number[]] {
  const [old, fresh]: [number[], number[]] = [[], []]
  let [oldLines, newLines] = [0, 0]
  for (const { kind } of edits) {
    old.push(oldLines)
    fresh.push(newLines)
    if (kind !== '+') oldLines += 1
    if (kind !== '-') newLines += 1
  }
  return [old, fresh]
}

const range = (before: number, lines: number) =>
  lines === 1 ? `${before + 1}` : `${lines === 0 ? before : before + 1},${lines}`
