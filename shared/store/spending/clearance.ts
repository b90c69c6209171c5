import { z } from 'zod'

import type { StoreKeys } from '../store-keys.ts'

/** Payload of a clearance token. `exp` is in Unix seconds. */
const Clearance = z.object({
  id: z.string(),
  agent: z.string(),
  amount_cents: z.int(),
  payee: z.string().nullable(),
  nonce: z.string(),
  exp: z.int(),
})
export type Clearance = z.output<typeof Clearance>

const PREFIX = 'clr_'

/** Builds the token of a reservation: readable by anyone, signed by us, valid for one commit. */
export const clearanceToken = (keys: StoreKeys, clearance: Clearance): string =>
  PREFIX + keys.sign('clearance', JSON.stringify(clearance))

/** Reads the payload of a token; null when we did not sign it. */
export function readClearance(keys: StoreKeys, token: string): Clearance | null {
  const text = token.startsWith(PREFIX) ? keys.open('clearance', token.slice(PREFIX.length)) : null
  return text === null ? null : Clearance.parse(JSON.parse(text))
}
