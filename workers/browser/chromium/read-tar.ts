const BLOCK = 512

/** Yields the regular files of a ustar archive. Throws for names outside of the folder and for a truncated archive. */
export function* readTar(archive: Buffer): Generator<{ name: string; bytes: Buffer }> {
  let at = 0
  while (at + BLOCK <= archive.length && archive[at] !== 0) {
    const name = textAt(archive, at, 100)
    const size = Number.parseInt(textAt(archive, at + 124, 12), 8)
    const kind = textAt(archive, at + 156, 1)
    const start = at + BLOCK
    if (!Number.isSafeInteger(size) || start + size > archive.length)
      throw new Error(`the archive is cut off at ${name}`)
    if (name.startsWith('/') || name.split('/').includes('..')) throw new Error(`the archive leads outside: ${name}`)
    if (kind === '0' || kind === '') yield { name, bytes: archive.subarray(start, start + size) }
    at = start + Math.ceil(size / BLOCK) * BLOCK
  }
}

const textAt = (archive: Buffer, at: number, length: number) =>
  archive
    .toString('latin1', at, at + length)
    .replace(/\0.*$/s, '')
    .trim()
