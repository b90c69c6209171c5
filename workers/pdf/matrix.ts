/** Affine transform [a b c d e f] in PDF's notation: x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [number, number, number, number, number, number]

/** [left, bottom, right, top] in page points. */
export type Box = readonly [number, number, number, number]

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

/** Composes two transforms: `inner` first, then `outer`. */
export const times = (outer: Matrix, inner: Matrix): Matrix => [
  outer[0] * inner[0] + outer[2] * inner[1],
  outer[1] * inner[0] + outer[3] * inner[1],
  outer[0] * inner[2] + outer[2] * inner[3],
  outer[1] * inner[2] + outer[3] * inner[3],
  outer[0] * inner[4] + outer[2] * inner[5] + outer[4],
  outer[1] * inner[4] + outer[3] * inner[5] + outer[5],
]

/** Transforms a point. */
export const transformPoint = (m: Matrix, x: number, y: number): [x: number, y: number] => [
  m[0] * x + m[2] * y + m[4],
  m[1] * x + m[3] * y + m[5],
]

/** Reads a matrix from untrusted numbers. Missing and invalid ones are those of the identity. */
export function matrixOf(numbers: ArrayLike<unknown> | null | undefined): Matrix {
  const at = (index: number) => {
    const value = numbers?.[index]
    return typeof value === 'number' && Number.isFinite(value) ? value : (IDENTITY[index] ?? 0)
  }
  return [at(0), at(1), at(2), at(3), at(4), at(5)]
}

/** Bounding box of a transformed box. */
export function boxAround(m: Matrix, [left, bottom, right, top]: Box): Box {
  const corners = [
    transformPoint(m, left, bottom),
    transformPoint(m, right, bottom),
    transformPoint(m, left, top),
    transformPoint(m, right, top),
  ]
  const xs = corners.map(([x]) => x)
  const ys = corners.map(([, y]) => y)
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

export const intersection = (one: Box, other: Box): Box => [
  Math.max(one[0], other[0]),
  Math.max(one[1], other[1]),
  Math.min(one[2], other[2]),
  Math.min(one[3], other[3]),
]

export const contains = ([left, bottom, right, top]: Box, x: number, y: number): boolean =>
  x >= left && x <= right && y >= bottom && y <= top

export const areaOf = ([left, bottom, right, top]: Box): number => Math.max(0, right - left) * Math.max(0, top - bottom)
