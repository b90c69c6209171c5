import { z } from 'zod'

import { fromBase58 } from '#shared/lib/crypto/base58.ts'

/** Characters that no displayed text may contain: controls, changes of the writing direction, invisible characters. */
const UNSEEN =
  /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\uFFF9-\uFFFB]|[\p{Default_Ignorable_Code_Point}--[\q{\u200C|\u200D|\uFE0E|\uFE0F}]]/v
/**
 * Joiners and variation selectors shape emoji and some scripts. After letters of these scripts they only hide (RFC
 * 5892, appendix A).
 */
const HIDDEN_JOINER =
  /(?:^|[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Zs}])(?:\u200C|\u200D|\uFE0E|\uFE0F)/v
const isUnseen = (text: string) => UNSEEN.test(text) || HIDDEN_JOINER.test(text)
/** A word that mixes two of these alphabets imitates another word (UTS 39, mixed scripts). */
const ALPHABETS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
]

const mixesAlphabets = (text: string) =>
  text.split(/[^\p{L}\p{M}\p{N}]+/u).some((word) => ALPHABETS.filter((alphabet) => alphabet.test(word)).length > 1)

/** A name shown to others, similar to PRECIS (RFC 8266): compatibility forms become plain, spaces become single. */
export const DisplayName = z
  .string()
  .max(200)
  .transform((text) =>
    text
      .normalize('NFKC')
      .replaceAll(/\p{Zs}+/gu, ' ')
      .trim(),
  )
  .pipe(
    z
      .string()
      .min(1)
      .max(80)
      .refine((text) => !isUnseen(text), { message: 'this holds characters that cannot be seen' })
      .refine((text) => !mixesAlphabets(text), { message: 'a word of this mixes alphabets' }),
  )
  .describe('shown to others; at most 80 characters')

/** A text of several lines for others to read, e.g. a description. */
export const plainText = (most: number) =>
  z
    .string()
    .max(most)
    .transform((text) => text.normalize('NFC').replaceAll('\r\n', '\n').trim())
    // NFC writes some letters as two characters, so a text may become longer than it was sent.
    .pipe(z.string().max(most))
    .refine((text) => !isUnseen(text.replaceAll(/[\n\t]/g, ' ')), {
      message: 'this holds characters that cannot be seen',
    })

/** An e-mail address, compared without case. */
export const Email = z
  .string()
  .trim()
  .max(254)
  .transform((text) => text.normalize('NFC').toLowerCase())
  .pipe(z.email())
  .describe('never shown to others')

/**
 * Prepares a password for hashing (PRECIS OpaqueString, RFC 8265): NFC, and every space becomes the plain one. Case and
 * all else stays.
 */
const opaque = (text: string) => text.replaceAll(/\p{Zs}/gu, ' ').normalize('NFC')

/** A password that a user chooses: 8 to 128 characters. */
export const NewPassword = z
  .string()
  .min(8)
  .max(128)
  .refine((text) => !/\p{Cc}/u.test(text), { message: 'this holds control characters' })
  .transform(opaque)
  .describe('8 to 128 characters')

/** A password that a user logs in with. */
export const KnownPassword = z.string().min(1).max(1_024).transform(opaque)

/** A Solana address: base58 of 32 bytes. */
export const SolanaWallet = z
  .string()
  .trim()
  .max(64)
  .refine((text) => fromBase58(text)?.length === 32 && !/^1+$/.test(text), { message: 'this is no Solana address' })
  .describe('a Solana address, base58')

/** Accepts only `true`. */
export const TermsAccepted = z.literal(true).describe('you accept the terms of GET /api/auth/terms')
