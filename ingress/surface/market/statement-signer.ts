import { z } from 'zod'

import { Refusal } from '#shared/errors.ts'
import type { SignedStatement, StatementSignature } from '#shared/lib/crypto/signed-statement.ts'
import { settlementClient } from '#shared/money/settlement/ask-settlement.ts'

import type { MarketDeps } from './market-deps.ts'

const SIGN_MS = 2_000
const Signature = z.object({ signature: z.string(), key_id: z.string() })

/** Returns a function that has the settlement process sign a statement. It throws 503 while nothing can be signed. */
export function statementSigner({ config, log }: Pick<MarketDeps, 'config' | 'log'>) {
  const ask = settlementClient(config)
  return async (statement: SignedStatement): Promise<StatementSignature> => {
    const answer = await ask?.('/statements', { timeoutMs: SIGN_MS, body: statement }).catch((error: unknown) => {
      log.warn({ err: error }, 'the settlement process does not answer; nothing is signed')
    })
    const read = answer?.status === 200 ? Signature.safeParse(answer.body) : null
    if (read?.success === true) return read.data
    throw new Refusal('unavailable', 'Nothing can be signed right now.', {
      retryAfterS: 2,
      fix: { action: 'Send the request again in two seconds.' },
    })
  }
}
