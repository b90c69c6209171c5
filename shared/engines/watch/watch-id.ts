import { z } from 'zod'

import { sha256Hex } from '#shared/lib/digest.ts'

const address = z.string().max(64)
/** What is watched. Times in seconds since 1970. */
export const Watch = z.object({
  chain: z.enum(['base', 'base-sepolia', 'solana']),
  payTo: address,
  /** Contract or mint. */
  token: address,
  from: address.nullable(),
  /** Base units; null for any amount. */
  expected: z
    .string()
    .regex(/^\d{1,78}$/)
    .nullable(),
  minConfirmations: z.int().min(1).max(64),
  /** A block (on Solana a time) that nothing before is counted of. */
  sinceBlock: z.int().min(0).nullable(),
  sinceS: z.int().min(0),
  expiresS: z.int().min(0),
})
export type Watch = z.output<typeof Watch>

const PREFIX = 'pw1'
const TAG_CHARACTERS = 24

/**
 * The id of a watch is the watch: what it watches, and a mark of whose it is. So nothing has to be kept, nothing is lost,
 * and an id of somebody else is none. It guards no secret: a chain is public.
 */
export function watchId(watch: Watch, owner: string): string {
  const body = Buffer.from(JSON.stringify(watch), 'utf8').toString('base64url')
  return `${PREFIX}.${body}.${markOf(body, owner)}`
}

/** The watch of an id; null for what is no id, or one of another caller. */
export function readWatchId(id: string, owner: string): Watch | null {
  const [prefix, body = '', mark, ...rest] = id.split('.')
  if (prefix !== PREFIX || rest.length > 0 || mark !== markOf(body, owner)) return null
  try {
    return Watch.parse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8')))
  } catch {
    return null
  }
}

const markOf = (body: string, owner: string) => sha256Hex(`${PREFIX} ${owner} ${body}`).slice(0, TAG_CHARACTERS)
