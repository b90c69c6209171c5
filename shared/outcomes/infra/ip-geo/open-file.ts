import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** A file that is read where it is needed: what was read lately, the system keeps in memory for all processes together. */
export type OpenFile = {
  size: number
  /** Bytes from a position; fewer at the end of the file. */
  read: (position: number, length: number) => Buffer
  close: () => void
}

/** Opens a file for reading. Throws what node:fs throws. */
export function openFile(path: string): OpenFile {
  const descriptor = openSync(path, 'r')
  return {
    size: fstatSync(descriptor).size,
    read(position, length) {
      const bytes = Buffer.allocUnsafe(length)
      return bytes.subarray(0, readSync(descriptor, bytes, 0, length, position))
    },
    close: () => closeSync(descriptor),
  }
}
