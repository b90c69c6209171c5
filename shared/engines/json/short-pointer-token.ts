import { sha256Hex } from '#shared/lib/crypto/digest.ts'

import { pointerToken } from './json-pointer.ts'

const MOST = 120

/**
 * A token of a JSON Pointer; a key over 120 characters as its start and eight digits of its SHA-256, for a path is written
 * out with every finding below it.
 */
export const shortPointerToken = (key: string): string =>
  key.length <= MOST
    ? pointerToken(key)
    : `${pointerToken(key.slice(0, MOST - 9))}…${sha256Hex(key.toWellFormed()).slice(0, 8)}`
