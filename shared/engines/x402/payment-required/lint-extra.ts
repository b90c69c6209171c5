import { ownValue, preview } from '#shared/engines/json/json-value.ts'
import { fromBase58 } from '#shared/lib/crypto/base58.ts'
import type { Option } from './option.ts'
import type { PaymentReport } from '../wire/requirement-shape.ts'
import { solanaBytes } from '../networks/solana-address.ts'

const MOST_MEMO_BYTES = 256

/**
 * extra.name and extra.version are the EIP-712 domain of the token contract, not labels. Missing, the reference client
 * refuses to sign; other clients know the built-in tokens themselves.
 */
export function lintEvmDomain(report: PaymentReport, { extra, token }: Option, at: string): void {
  for (const field of ['name', 'version'] as const) {
    const path = `${at}/extra/${field}`
    const given = ownValue(extra, field)
    const expected = token?.domain?.[field]
    if (given === undefined || given === null || given === '') {
      const hint = expected ?? `${field}() of the token contract`
      report.add('PR_EIP712_DOMAIN_MISSING', path, { field, expected: hint }, token === null ? 'error' : 'warning')
    } else if (typeof given === 'number' && (expected === undefined || String(given) === expected)) {
      report.add('PR_EIP712_DOMAIN_TYPE', path, { field, given: String(given) })
    } else if (typeof given !== 'string' || (expected !== undefined && given !== expected)) {
      report.add('PR_EIP712_DOMAIN', path, { field, given: preview(given), expected: expected ?? 'a text' })
    }
  }
}

/** Checks what a Solana payment is built from: the fee payer, a memo if the seller wants one, a block hash. */
export function lintSvmExtra(report: PaymentReport, { extra }: Option, at: string): void {
  const feePayer = ownValue(extra, 'feePayer')
  if (feePayer === undefined || feePayer === null || feePayer === '')
    report.add('PR_SVM_FEE_PAYER_MISSING', `${at}/extra/feePayer`)
  else if (typeof feePayer !== 'string' || solanaBytes(feePayer) === null)
    report.add('PR_SVM_FEE_PAYER_MALFORMED', `${at}/extra/feePayer`, { given: preview(feePayer) })

  const memo = ownValue(extra, 'memo')
  if (memo !== undefined && (typeof memo !== 'string' || Buffer.byteLength(memo) > MOST_MEMO_BYTES))
    report.add('PR_SVM_MEMO', `${at}/extra/memo`, {
      given: typeof memo === 'string' ? `${Buffer.byteLength(memo)} bytes` : preview(memo),
    })

  const blockhash = ownValue(extra, 'recentBlockhash')
  if (blockhash !== undefined && (typeof blockhash !== 'string' || fromBase58(blockhash)?.length !== 32))
    report.add('PR_SVM_BLOCKHASH', `${at}/extra/recentBlockhash`)
}
