/** Bytes that a private key of a known format begins with, in hex: OpenSSH, then DER (PKCS #1, PKCS #8, SEC 1), then OpenPGP. */
const beginnings =
  /^(?:6f70656e7373682d6b65792d763100|30(?:[0-7].|81..|82....)(?:02010[0-3]|30(?:[0-7].|81..|82....)06)|9[4-7]|c5)/

/** Fewest bytes of a key, and fewest different values among those behind its beginning. */
const LEAST_BYTES = 32
const LEAST_VALUES = 16

/** Characters of a block that are looked at; the longest keys in use are shorter. */
const MOST_CHARACTERS = 16_000

/**
 * Whether a block between key markers decodes to the beginning of a private key, followed by bytes as a key has them. A
 * header of zeros is part of several formats, so runs of one character say nothing about such a block.
 */
export const isPrivateKey = (block: string): boolean => {
  const start = block.indexOf('-----', block.indexOf('-----BEGIN') + 10)
  const lines = block
    .slice(start + 5, start + MOST_CHARACTERS)
    .replace(/-----END[\s\S]*$/, '')
    .replace(/\\+[nrt]/g, '\n')
    .replace(/(?:^|\n)[\s"'>|*#;+]{0,40}[A-Za-z][A-Za-z-]{1,40}: [^\n]{0,400}/g, '\n')
  const bytes = Buffer.from(/[A-Za-z0-9+/=]{24,}/.exec(lines.replace(/[^A-Za-z0-9+/=]+/g, ''))?.[0] ?? '', 'base64')
  // An encrypted key begins with nothing known, but its length and its variety cannot be typed as a placeholder.
  return (
    (beginnings.test(bytes.subarray(0, 20).toString('hex')) && isMaterial(bytes.subarray(15))) ||
    (bytes.length >= 200 && new Set(bytes).size >= 100)
  )
}

/** Whether a PuTTY key file has bytes of a key in its private lines. */
export const isPuttyKey = (file: string): boolean => {
  const lines = /Private-Lines: \d{1,4}\s{1,3}([A-Za-z0-9+/=\s]{16,})/.exec(file)?.[1] ?? ''
  return isMaterial(Buffer.from(lines, 'base64'), LEAST_VALUES / 2)
}

const isMaterial = (bytes: Buffer, leastValues = LEAST_VALUES) =>
  bytes.length >= Math.min(LEAST_BYTES, leastValues * 2 - 6) && new Set(bytes).size >= leastValues
