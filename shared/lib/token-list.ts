import { z } from 'zod'

/** Bearer tokens of at least 16 characters, separated by commas while one is replaced. */
export const tokenList = z
  .string()
  .transform((list) => list.split(',').map((one) => one.trim()))
  .refine(
    (list) => list.every((one) => /^\S{16,}$/.test(one)),
    'has a token of under 16 characters or with a space in it',
  )
