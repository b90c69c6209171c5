import { hole } from './hole.ts'

const most = 64

/** What `{a,b}` or `{1..9}` stands for, with nested braces; long lists are cut. */
export function expandBraces(text: string, depth = 0): string[] {
  if (/[$`]/.test(text)) return [hole('set')]
  const from = text.indexOf('{')
  const to = from < 0 ? -1 : closing(text, from)
  if (to < 0 || depth > 8) return [plain(text)]
  const before = plain(text.slice(0, from))
  const inner = alternatives(text.slice(from + 1, to)).flatMap((one) => expandBraces(one, depth + 1))
  const after = expandBraces(text.slice(to + 1), depth + 1)
  return inner
    .slice(0, most)
    .flatMap((one) => after.map((rest) => before + one + rest))
    .slice(0, most)
}

/** Quotes and escapes of an alternative do not belong to its value. */
const plain = (text: string) => text.replace(/\\(.)|["']/g, '$1')

function closing(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1
    if (text[at] === '}') depth -= 1
    if (depth === 0) return at
  }
  return -1
}

function alternatives(inner: string): string[] {
  const range = /^(-?\d{1,6}|[a-zA-Z])\.\.(-?\d{1,6}|[a-zA-Z])(?:\.\.-?\d{1,6})?$/.exec(inner)
  // The ends of a range are as good as all of it to every rule.
  if (range !== null) return [range[1] ?? '', range[2] ?? '']
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < inner.length; at += 1) {
    if (inner[at] === '{') depth += 1
    if (inner[at] === '}') depth -= 1
    if (inner[at] !== ',' || depth !== 0) continue
    parts.push(inner.slice(start, at))
    start = at + 1
  }
  return [...parts, inner.slice(start)]
}
