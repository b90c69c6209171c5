import { z } from 'zod'

import { RESERVED_NAMES } from './reserved-names.rules.ts'

/**
 * Normalises a username for comparison and storage, similar to PRECIS (RFC 8265, UsernameCaseMapped): compatibility
 * forms such as full-width letters become plain, case is folded, surrounding spaces are removed.
 */
export const normaliseUsername = (text: string): string => text.normalize('NFKC').toLowerCase().trim()

/**
 * Computes how a normalised username looks. Names with one skeleton cannot be told apart at a glance (after Unicode's
 * UTS 39, as far as it concerns a-z, 0-9, - and _; a username has no other characters).
 */
export const skeletonOf = (username: string): string =>
  username
    .replaceAll('0', 'o')
    .replaceAll('1', 'l')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll(/[-_]+/g, '-')

const RESERVED = new Set(RESERVED_NAMES.map(skeletonOf))

/**
 * A username that a user chooses: 3 to 32 of a-z, 0-9, - and _, with a letter or digit at both ends, not a reserved
 * one.
 */
export const Username = z
  .string()
  .max(128)
  .transform(normaliseUsername)
  .pipe(
    z
      .string()
      .min(3)
      .max(32)
      .regex(/^[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?$/)
      .refine((name) => !RESERVED.has(skeletonOf(name)) && !skeletonOf(name).startsWith('farebox'), {
        message: 'this name is reserved',
      }),
  )
  .describe('3 to 32 of a-z, 0-9, - and _, starting and ending with a letter or digit; case does not matter')
