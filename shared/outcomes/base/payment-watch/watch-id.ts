import { z } from 'zod'

import { sha256Hex } from '#shared/lib/crypto/digest.ts'

import { isEvmAddress } from '#shared/engines/x402/networks/evm-address.ts'
import { solanaBytes } from '#shared/engines/x402/networks/solana-address.ts'

/** The year 2100. */
export const LATEST_S = 4_102_444_800
const time = z.int().min(0).max(LATEST_S)
/** What is watched. Times in seconds since 1970. */
const Plain = z.object({
  chain: z.enum(['base', 'base-sepolia', 'solana']),
  payTo: z.string(),
  /** Contract or mint. */
  token: z.string(),
  from: z.string().nullable(),
  /** Base units; null for any amount. */
  expected: z
    .string()
    .regex(/^\d{1,78}$/)
    .nullable(),
  minConfirmations: z.int().min(1).max(64),
  /** A block (on Solana a time) that nothing before is counted of. */
  sinceBlock: z.int().min(0).max(1_000_000_000_000).nullable(),
  sinceS: time,
  expiresS: time,
})
/** The mark is no signature: whoever knows how it is made may send an id of anything. */
const Watch = Plain.refine(({ chain, payTo, token, from }) => {
  const isAddress = (text: string) => (chain === 'solana' ? solanaBytes(text) !== null : isEvmAddress(text))
  return [payTo, token, from ?? payTo].every(isAddress)
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
