import type { Box } from './matrix.ts'

/** How the engine writes a path that is one rectangle: move, three lines, close, each with its coordinates. */
const RECTANGLE = [0, 1, 1, 1, 4]

// Operands come out of a foreign file by way of the engine: whatever one is, it becomes something harmless.

export const numberOf = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0)

/** `#rrggbb`, or null. */
export const colourOf = (value: unknown): string | null =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value) ? value : null

export function listOf(value: unknown): readonly unknown[] {
  if (value instanceof Float32Array) return Array.from(value)
  return Array.isArray(value) ? value : []
}

export function boxOf(value: unknown): Box {
  const [left = 0, bottom = 0, right = 0, top = 0] = Array.from(listOf(value), numberOf)
  return [left, bottom, right, top]
}

/** Whether a path is one upright rectangle. */
export function isRectangle(data: unknown): boolean {
  // A path may be a million numbers long; only a short one is copied.
  if (!(data instanceof Float32Array) || data.length !== 13) return false
  const numbers = listOf(data)
  const codes = [numbers[0], numbers[3], numbers[6], numbers[9], numbers[12]]
  if (!codes.every((code, index) => code === RECTANGLE[index])) return false
  const [x0, y0, x1, y1, x2, y2, x3, y3] = [1, 2, 4, 5, 7, 8, 10, 11].map((at) => numberOf(numbers[at]))
  return (x0 === x3 && x1 === x2 && y0 === y1 && y2 === y3) || (x0 === x1 && x2 === x3 && y1 === y2 && y0 === y3)
}
