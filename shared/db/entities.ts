import { CallStep } from '#shared/calls/call-step.entity.ts'
import { Call } from '#shared/calls/call.entity.ts'
import { IdempotencyRecord } from '#shared/idempotency/idempotency-record.entity.ts'
import { Media } from '#shared/media/media.entity.ts'
import { Account } from '#shared/money/account.entity.ts'
import { Entry } from '#shared/money/entry.entity.ts'
import { Pass } from '#shared/money/passes/pass.entity.ts'
import { PaymentProof } from '#shared/money/payment-proof.entity.ts'
import { ServiceKey } from '#shared/money/prepaid/service-key.entity.ts'
import { Transfer } from '#shared/money/transfer.entity.ts'
import { TrialClaim } from '#shared/money/trial/trial-claim.entity.ts'

/** Every entity, listed by hand: no directory is scanned. */
export const entities = [
  Account,
  Call,
  CallStep,
  Entry,
  IdempotencyRecord,
  Media,
  Pass,
  PaymentProof,
  ServiceKey,
  Transfer,
  TrialClaim,
]
