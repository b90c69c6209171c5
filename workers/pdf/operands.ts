import type { Box } from './matrix.ts'

/** Operators of a rectangle in the engine's path data: move, three lines, close. */
const RECTANGLE = [0, 1, 1, 1, 4]

// Operands come from an untrusted file: replace invalid ones by harmless values.

export const numberOf = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0)

/** A `#rrggbb` colour, or null. */
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

/** Whether a path is a single axis-aligned rectangle. */
export function isRectangle(data: unknown): boolean {
  // Check the length first: a path may have a million numbers.
  if (!(data instanceof Float32Array) || data.length !== 13) return false
  const numbers = listOf(data)
  const codes = [numbers[0], numbers[3], numbers[6], numbers[9], numbers[12]]
  if (!codes.every((code, index) => code === RECTANGLE[index])) return false
  const [x0, y0, x1, y1, x2, y2, x3, y3] = [1, 2, 4, 5, 7, 8, 10, 11].map((at) => numberOf(numbers[at]))
  return (x0 === x3 && x1 === x2 && y0 === y1 && y2 === y3) || (x0 === x1 && x2 === x3 && y1 === y2 && y0 === y3)
}
