import type { OpenFile } from './open-file.ts'

/** Longer than any line of the files this is used for. */
const WINDOW = 1_024
const NEWLINE = 0x0a

/**
 * The last line of a sorted text file whose order is not above what is sought, by halving: about twenty reads of one
 * kilobyte in a file of twenty megabytes. `order` says where a line stands: negative before, positive behind what is
 * sought. Null: every line stands behind.
 */
export function findLine(file: OpenFile, order: (line: string) => number): string | null {
  let low = 0
  let high = file.size
  let best: string | null = null
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const start = lineStart(file, low, middle)
    const line = lineAt(file, start)
    if (order(line) <= 0) {
      best = line
      low = start + Buffer.byteLength(line) + 1
    } else {
      high = start
    }
  }
  return best
}

/** Where the line that holds this position begins, not before `least`. */
function lineStart(file: OpenFile, least: number, position: number): number {
  const from = Math.max(least, position - WINDOW)
  const newline = file.read(from, position - from).lastIndexOf(NEWLINE)
  return newline === -1 ? from : from + newline + 1
}

function lineAt(file: OpenFile, start: number): string {
  const bytes = file.read(start, WINDOW)
  const end = bytes.indexOf(NEWLINE)
  return bytes.toString('utf8', 0, end === -1 ? bytes.length : end)
}
