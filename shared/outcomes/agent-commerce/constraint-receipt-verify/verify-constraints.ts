import { sha256Hex } from '#shared/lib/crypto/digest.ts'

import { conclude, type Check, type Finding } from '#shared/engines/guard/verdict.ts'
import { ownValue, preview } from '#shared/engines/json/json-value.ts'
import type { Constraint } from './constraint.ts'
import { evaluateConstraint } from './evaluate-constraint.ts'
import { canonicalDigest, hexDigest } from '#shared/engines/receipt-checks/hex-digest.ts'
import type { ReadReceipt } from '#shared/engines/receipt-checks/read-receipt.ts'
import type { SignatureCheck } from '#shared/engines/receipt-checks/verify-signature.ts'

type Asked = {
  receipt: ReadReceipt
  constraints: readonly Constraint[]
  signature: SignatureCheck
  payload: unknown
  nowMs: number
  input: unknown
}

const RULESET = 'receipt-constraints/2026-11-20'
const MOST_REASONS = 50

/** Tests what a receipt records against constraints; only what its valid signature covers counts. */
export function verifyConstraints({ receipt, constraints, signature, payload, nowMs, input }: Asked) {
  const signed = signature.valid === true ? receipt.signed : null
  const results = constraints.map((constraint) => {
    const { actual, status } = evaluateConstraint(constraint, receipt.fields, signed, nowMs)
    return {
      constraint: told(constraint),
      field: constraint.field,
      actual: shown(actual),
      status,
      required: constraint.required,
    }
  })
  const digestMatch = payload === undefined ? null : matchesDigest(receipt, payload)
  const findings = [
    ...ofSignature(signature),
    ...ofNone(results.length),
    ...ofResults(results),
    ...ofDigest(digestMatch),
  ]
  const count = (status: string) => results.filter((result) => result.status === status).length
  return {
    ...conclude({
      input,
      ruleset: RULESET,
      findings,
      checks: checksOf(signature, results.length, count, digestMatch),
      proceed: 'Rely on the receipt: it is genuine and keeps every constraint.',
    }),
    signature,
    results: results.map(({ constraint, field, actual, status }) => ({ constraint, field, actual, status })),
    satisfied:
      signature.valid === true &&
      signature.signer !== 'carried' &&
      results.length > 0 &&
      results.every(({ status }) => status === 'satisfied'),
    violations: count('violated'),
    unverifiable: count('unverifiable'),
    digest_match: digestMatch,
  }
}

const told = ({ field, op, value }: Constraint) =>
  value === undefined ? `${field} ${op}` : `${field} ${op} ${preview(value)}`
const shown = (value: unknown) =>
  typeof value === 'object' && value !== null ? preview(value) : typeof value === 'string' ? value.slice(0, 300) : value

function ofSignature({ present, valid, signer, key_id, reason }: SignatureCheck): Finding[] {
  const path = '/receipt/signature'
  if (valid === true)
    return signer === 'carried'
      ? [
          {
            decision: 'review',
            code: 'signer_unknown',
            severity: 'medium',
            message: `The signature fits ${key_id ?? 'a key'}, which the receipt itself names: anybody can sign that way.`,
            path,
            next: 'Send the issuer’s key, from a place you trust, as public_key.',
          },
        ]
      : []
  if (valid === false)
    return [
      {
        decision: 'block',
        code: 'signature_invalid',
        severity: 'critical',
        message: `The signature does not hold: ${reason}.`,
        path,
        next: 'Do not rely on the receipt; ask its issuer for it again.',
      },
    ]
  return [
    {
      decision: 'review',
      code: present ? 'signature_unchecked' : 'signature_missing',
      severity: 'medium',
      message: `Nothing the receipt says is proved: ${reason}.`,
      path,
      next: present ? 'Send the issuer’s key as public_key and ask again.' : 'Ask for a signed receipt.',
    },
  ]
}

/** An empty list is kept by every receipt, which says nothing. */
const ofNone = (asked: number): Finding[] =>
  asked > 0
    ? []
    : [
        {
          decision: 'review',
          code: 'no_constraints',
          message: 'No constraint was given: only the signature was looked at.',
          path: '/constraints',
          next: 'Name what the receipt has to keep, such as max_amount_cents or allowed_payees.',
        },
      ]

type Result = { constraint: string; field: string; status: string; required: boolean }

function ofResults(results: readonly Result[]): Finding[] {
  return results.slice(0, MOST_REASONS).flatMap(({ constraint, field, status, required }): Finding[] => {
    const path = `/receipt/${field}`
    if (status === 'violated')
      return [
        {
          decision: 'block',
          code: 'constraint_violated',
          message: `The receipt breaks a constraint: ${constraint}.`,
          path,
          next: 'Refuse what the receipt is for.',
        },
      ]
    if (status !== 'unverifiable') return []
    return [
      {
        decision: required ? 'block' : 'review',
        code: 'constraint_unverifiable',
        message: `The receipt does not prove it: ${constraint}.`,
        path,
        next: required
          ? 'Refuse: this constraint has to be proved.'
          : 'Look at what the receipt leaves open before relying on it.',
      },
    ]
  })
}

const ofDigest = (match: boolean | null): Finding[] =>
  match === false
    ? [
        {
          decision: 'block',
          code: 'digest_mismatch',
          severity: 'critical',
          message: 'payload_digest is not that of the payload.',
          path: '/receipt/payload_digest',
          next: 'Do not take the payload for what the receipt is about.',
        },
      ]
    : []

function checksOf(
  signature: SignatureCheck,
  all: number,
  count: (status: string) => number,
  digestMatch: boolean | null,
): Check[] {
  const bad = count('violated')
  const open = count('unverifiable')
  return [
    {
      id: 'signature',
      status: signature.valid === null ? 'skipped' : signature.valid ? 'pass' : 'fail',
      detail: signature.reason ?? 'the signature fits the signed members',
    },
    {
      id: 'constraints',
      status: bad > 0 ? 'fail' : open > 0 ? 'warn' : 'pass',
      detail: `${count('satisfied')} of ${all} satisfied, ${bad} violated, ${open} unverifiable`,
    },
    {
      id: 'payload_digest',
      status: digestMatch === null ? 'skipped' : digestMatch ? 'pass' : 'fail',
      detail: digestMatch === null ? 'payload was not given' : 'payload compared with payload_digest',
    },
  ]
}

function matchesDigest({ fields }: ReadReceipt, payload: unknown): boolean {
  const digest = hexDigest(ownValue(fields, 'payload_digest'))
  return digest !== null && digest === (typeof payload === 'string' ? sha256Hex(payload) : canonicalDigest(payload))
}
