/** How many blocks are looked for, and lines in all. */
const [MOST_BLOCKS, MOST_LINES] = [12, 2_000]
const NAME = String.raw`([\p{L}][\p{L}\p{N}_. -]{0,40}?)`
/** A label that has a line of its own: "BEFORE:", "=== before ===". */
const ALONE = new RegExp(String.raw`^\s*(?:${NAME}\s*[:：]|[=-]{3,}\s*${NAME}\s*[=-]{3,})\s*$`, 'u')
/** A label with its value, or the head of it, behind it. */
const WITH_VALUE = new RegExp(String.raw`^\s*${NAME}\s*[:=：]\s+(\S.*)$`, 'u')

/** What stands under each label of a text that is made of nothing but labels and their values; undefined of any other. */
export function labelledBlocks(text: string): Readonly<Record<string, string>> | undefined {
  const lines = text.split('\n', MOST_LINES + 1)
  const blocks: { label: string; lines: string[] }[] = []
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? ''
    const alone = ALONE.exec(line)
    const valued = alone === null ? WITH_VALUE.exec(line) : null
    const last = blocks.at(-1)
    // Within a block only a label of the same kind begins another one.
    if (alone === null && (valued === null || (last !== undefined && isOpen(last.lines)))) {
      if (line.trim() !== '' && (last === undefined || !isOpen(last.lines))) return undefined
      last?.lines.push(line)
      at += 1
      continue
    }
    const label = alone?.[1] ?? alone?.[2] ?? valued?.[1] ?? ''
    const head = valued?.[2] === undefined ? [''] : [valued[2]]
    const taken =
      isData(head[0] ?? '') || (head[0] === '' && isData(lines[at + 1] ?? '')) ? dataLines(lines, at, head) : 1
    blocks.push({ label, lines: taken === 1 ? head : [...head, ...lines.slice(at + 1, at + taken)] })
    at += taken
  }
  if (blocks.length < 2 || blocks.length > MOST_BLOCKS || lines.length > MOST_LINES) return undefined
  const read = blocks.map(({ label, lines: own }) => [nameOf(label), own.join('\n').trim()] as const)
  const names = new Set(read.map(([name]) => name))
  return names.size < read.length || read.some(([, value]) => value === '') ? undefined : Object.fromEntries(read)
}

const nameOf = (label: string) =>
  label
    .trim()
    .toLowerCase()
    .replaceAll(/[ .-]+/g, '_')
const isData = (line: string) => /^\s*[[{]/.test(line)
/** Whether a block whose label has a line of its own goes on over lines that look like a label with a value. */
const isOpen = ([head = '']: readonly string[]) => head === ''

/** How many lines an object or a list takes that begins here: up to where it can be read; one, where it never can. */
function dataLines(lines: readonly string[], at: number, head: readonly string[]): number {
  let depth = 0
  for (let count = 0; at + count < lines.length; count++) {
    const line = count === 0 ? (head[0] ?? '') : (lines[at + count] ?? '')
    const bare = line.replaceAll(/"(?:[^"\\]|\\.)*"/g, '')
    depth += (bare.match(/[[{]/g)?.length ?? 0) - (bare.match(/[\]}]/g)?.length ?? 0)
    if (depth === 0 && line.trim() !== '') return count + 1
  }
  return 1
}
