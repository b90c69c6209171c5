import { z } from 'zod'

import type { Config } from '#shared/config.ts'
import { Refusal } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import { settlementClient } from '#shared/money/settlement/ask-settlement.ts'
import { ENVELOPE_TYPES, type SigningDoor } from '#shared/doors/attestations.ts'

const TIMEOUT_MS = 2_000
/** Cache lifetime of keys in ms. They change only when the settlement process restarts. */
const KEYS_FRESH_MS = 60_000

const Keys = z.object({ keys: z.array(z.object({ kid: z.string(), x: z.string() })).min(1) })
const Envelope = z.object({
  payloadType: z.enum(ENVELOPE_TYPES),
  payload: z.string(),
  signatures: z.array(z.object({ keyid: z.string(), sig: z.string() })).length(1),
})

const Signature = z.object({ signature: z.string(), key_id: z.string() })

/** Signs through the settlement process. Throws `unavailable` when it does not answer. */
export function signingDoor(
  config: Pick<Config, 'SETTLEMENT_URL' | 'SERVER_SECRET' | 'publicBaseUrl'>,
  log: Log,
): SigningDoor {
  const ask = settlementClient(config)
  let known: { keys: z.output<typeof Keys>['keys']; until: number } | null = null
  const answer = async <Schema extends z.ZodType>(path: string, schema: Schema, body?: unknown) => {
    if (ask === null) throw unavailable()
    const { status, body: said } = await ask(path, { timeoutMs: TIMEOUT_MS, body }).catch((error: unknown) => {
      log.warn({ err: error, path }, 'the settlement process does not answer; nothing is signed')
      throw unavailable()
    })
    const read = schema.safeParse(said)
    if (status === 200 && read.success) return read.data
    log.error({ status, path }, 'the settlement process signs nothing; is SERVER_SECRET the same there?')
    throw unavailable()
  }
  return {
    baseUrl: config.publicBaseUrl,
    async keys() {
      if (known === null || known.until < Date.now()) {
        const { keys } = await answer('/receipts/public-key', Keys)
        known = { keys, until: Date.now() + KEYS_FRESH_MS }
      }
      return known.keys
    },
    envelope: (payloadType, payload) => {
      const body = { payload_type: payloadType, payload: Buffer.from(payload, 'utf8').toString('base64') }
      return answer('/envelopes', Envelope, body)
    },
    statement: (statement) => answer('/statements', Signature, statement),
  }
}

const unavailable = () =>
  new Refusal('unavailable', 'Nothing can be signed right now; nothing was charged.', {
    retryAfterS: 2,
    fix: { action: 'Send the call again.' },
  })
