import { z } from 'zod'

/** Kinds of settings, which are texts in the environment. */
export const text = z.string().min(1)

export const int = (fallback: number, min = 0, max = Number.MAX_SAFE_INTEGER) =>
  z.coerce.number().int().min(min).max(max).default(fallback)

export const flag = (fallback: 'true' | 'false') =>
  z
    .enum(['true', 'false', '1', '0'])
    .default(fallback)
    .transform((word) => word === 'true' || word === '1')
