import { randomBytes } from 'node:crypto'

import { uuidv7 } from 'uuidv7'
import { expect } from 'vitest'

import { acceptPaid } from '#shared/calls/accept-paid.ts'
import { startCalls } from '#shared/calls/start.ts'
import { storeUnsettled } from '#shared/calls/store-unsettled.ts'
import { BASE } from '#shared/chains/networks.ts'
import type { Db } from '#shared/db/open-db.ts'
import { claimPayment } from '#shared/money/x402/claim-payment.ts'
import { recordPaid } from '#shared/money/x402/record-settlement.ts'

export type PaymentLab = ReturnType<typeof paymentLab>

/** Calls of a cent on signed authorizations, moved through the statements of the product: verified, run, paid. */
export function paymentLab(db: Db) {
  async function verified(settle: 'after' | 'before', callId = uuidv7()): Promise<string> {
    const payer = `0x${randomBytes(20).toString('hex')}`
    const key = { network: BASE, asset: '0xusdc', proof: `${payer}:${callId}` }
    const claim = {
      key,
      payer,
      amount: 10_000n,
      callId,
      holder: callId,
      payloadDigest: Buffer.alloc(32),
      hasToken: true,
      validAfter: 0,
      validBefore: Date.now() / 1_000 + 120,
      neededMs: 30_000,
      facilitatorUrl: 'http://nowhere',
      client: Buffer.alloc(32, 1),
    }
    expect(await claimPayment(db.relaxed, claim)).toBe('claimed')
    const call = {
      callId,
      slug: 'hash-text',
      pool: 'outcome',
      priceMicroUsdc: 10_000n,
      timeoutMs: 60_000,
      input: '{}',
      inputDigest: Buffer.alloc(32),
      idem: null,
      key,
      holder: callId,
      payer,
      settle,
      trustsUnproven: true,
      balance: 1_000_000n,
      resource: 'POST /x',
      requestDigest: Buffer.alloc(32),
      identifier: null,
      validUntil: Date.now() / 1_000 + 120,
      sealed: '{}',
    } as const
    expect(await acceptPaid(db.pg, call, 'nobody')).toMatchObject({ kind: 'accepted', mode: settle })
    return callId
  }

  async function ran(callId: string): Promise<void> {
    const [started] = await startCalls(db.pg, [callId])
    const end = { callId, attempt: started?.attempt ?? 0, runMs: 1, result: '{}', steps: null, durable: true }
    expect(await storeUnsettled(db.pg, end)).toMatchObject({ sealed: '{}' })
  }

  async function paid(callId: string): Promise<void> {
    const transaction = `0x${randomBytes(32).toString('hex')}`
    expect(await recordPaid(db.pg, callId, { transaction, logIndex: 0, settlement: '{"success":true}' })).not.toBeNull()
    expect(await recordPaid(db.pg, callId, { transaction, logIndex: 0, settlement: '{"success":true}' })).toBeNull()
  }

  return { verified, ran, paid }
}
