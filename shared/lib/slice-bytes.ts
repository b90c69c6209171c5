/**
 * Returns at most `maxBytes` bytes of the UTF-8 text from byte `offset`, and the offset of the next slice (null at the
 * end). Characters are never split: an offset inside a character moves to the next one, and a slice has at least one
 * character.
 */
export function sliceBytes(
  text: string,
  offset: number,
  maxBytes: number,
): { text: string; nextOffset: number | null } {
  const bytes = Buffer.from(text, 'utf8')
  const from = boundary(bytes, Math.min(offset, bytes.length), 1)
  let to = boundary(bytes, Math.min(from + maxBytes, bytes.length), -1)
  if (to <= from && from < bytes.length) to = boundary(bytes, from + 1, 1)
  return { text: bytes.toString('utf8', from, to), nextOffset: to < bytes.length ? to : null }
}

/** Returns the nearest offset at or after (`step` 1) or before (-1) `at` where a character begins. */
function boundary(bytes: Buffer, at: number, step: 1 | -1): number {
  let place = at
  while (place > 0 && place < bytes.length && ((bytes[place] ?? 0) & 0xc0) === 0x80) place += step
  return place
}
