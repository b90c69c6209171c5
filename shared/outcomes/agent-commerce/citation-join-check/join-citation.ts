import { timingSafeEqual } from 'node:crypto'

import { parseJson } from '#shared/lib/parse-json.ts'
import { sha256Hex } from '#shared/lib/crypto/digest.ts'

import { conclude, type Check, type Finding } from '#shared/engines/guard/verdict.ts'
import { isObject, ownValue, type JsonObject } from '#shared/engines/json/json-value.ts'
import { canonicalDigest, hexDigest } from '#shared/engines/receipt-checks/hex-digest.ts'
import type { SignatureCheck } from '#shared/engines/receipt-checks/verify-signature.ts'

export type JoinName = 'receipt-decision' | 'receipt-preimage' | 'decision-preimage'
export type Join = {
  join: JoinName
  status: 'match' | 'mismatch' | 'untestable'
  left: string | null
  right: string | null
  method: string | null
}

type Asked = {
  decisionRef: string | JsonObject | undefined
  receipt: JsonObject | undefined
  preimage: string | JsonObject | undefined
  /** Of a receipt of ours; null for all others. */
  signature: SignatureCheck | null
  input: unknown
}

const RULESET = 'citation-join/2026-11-20'
const DIGEST_NAMES = [
  'payload_digest',
  'payload_sha256',
  'payloadDigest',
  'preimage_digest',
  'content_digest',
  'digest',
  'sha256',
]
const REF_NAMES = ['decision_ref', 'decisionRef', 'decision_id', 'decisionId', 'authorization_ref']
const ID_NAMES = ['id', 'decision_id', 'decision_ref', 'input_digest']
/** Ways to hash a preimage; the first of them is the canonical one for its kind. */
const METHODS = ['raw', 'jcs', 'trimmed_newline'] as const

/** Joins a receipt, the decision it cites and the content it hashed, as far as they are given. */
export function joinCitation({ decisionRef, receipt, preimage, signature, input }: Asked) {
  const computed = preimage === undefined ? null : digestsOf(preimage)
  const joins = [
    ...(receipt === undefined || decisionRef === undefined ? [] : [receiptDecision(receipt, decisionRef)]),
    ...(receipt === undefined || computed === null ? [] : [receiptPreimage(receipt, computed)]),
    ...(decisionRef === undefined || computed === null ? [] : [decisionPreimage(decisionRef, computed)]),
  ]
  const tested = joins.filter(({ status }) => status !== 'untestable')
  const broken = joins.find(({ status }) => status === 'mismatch') ?? null
  const expected = receipt === undefined ? null : member(receipt, DIGEST_NAMES)
  const findings = [
    ...joins.flatMap((join) => ofJoin(join, preimage)),
    ...ofNothing(tested.length),
    ...ofSignature(signature),
  ]
  return {
    ...conclude({
      input,
      ruleset: RULESET,
      findings,
      checks: checksOf(joins, signature),
      proceed: relyOn(joins),
    }),
    joined: tested.length > 0 && broken === null,
    joins,
    digest: computed === null ? null : { algorithm: 'sha256', expected, computed },
    signature: signature === null ? null : { checked: signature.checked, valid: signature.valid },
    broken_at: broken?.join ?? null,
  }
}

/** Says only what was seen: two joins tie all three together, one leaves the third out. */
function relyOn(joins: readonly Join[]): string {
  const [first, second] = joins.filter(({ status }) => status === 'match')
  return first === undefined || second !== undefined
    ? 'Rely on the citation: receipt, decision and content belong together.'
    : `${NAMES[first.join]} belong together; of ${LEFT_OUT[first.join]} nothing is known: send it to have it joined too.`
}

type Computed = Record<(typeof METHODS)[number], string | null>

function digestsOf(preimage: string | JsonObject): Computed {
  if (typeof preimage !== 'string') return { raw: null, jcs: canonical(preimage), trimmed_newline: null }
  const trimmed = preimage.replace(/\r?\n$/, '')
  return {
    raw: sha256Hex(preimage),
    jcs: canonical(parsed(preimage)),
    trimmed_newline: trimmed === preimage ? null : sha256Hex(trimmed),
  }
}

function parsed(text: string): unknown {
  const value = parseJson(text)
  return isObject(value) || Array.isArray(value) ? value : undefined
}

const canonical = (value: unknown) => (value === undefined ? null : canonicalDigest(value))

function receiptDecision(receipt: JsonObject, decision: string | JsonObject): Join {
  const left = member(receipt, REF_NAMES)
  const join = 'receipt-decision'
  if (left === null) return { join, status: 'untestable', left: null, right: idOf(decision), method: null }
  if (typeof decision === 'string')
    return { join, status: same(left, decision) ? 'match' : 'mismatch', left, right: decision, method: 'reference' }
  const candidates = [
    ...ID_NAMES.flatMap((name) => {
      const value = ownValue(decision, name)
      return typeof value === 'string' ? [{ value, method: name }] : []
    }),
    ...[canonical(decision)].flatMap((value) => (value === null ? [] : [{ value, method: 'jcs' }])),
  ]
  const match = candidates.find(({ value }) => same(left, value))
  return {
    join,
    status: match === undefined ? 'mismatch' : 'match',
    left,
    right: match?.value ?? candidates[0]?.value ?? null,
    method: match?.method ?? null,
  }
}

function receiptPreimage(receipt: JsonObject, computed: Computed): Join {
  const left = member(receipt, DIGEST_NAMES)
  const join = 'receipt-preimage'
  if (left === null)
    return { join, status: 'untestable', left: null, right: computed.raw ?? computed.jcs, method: null }
  const method = METHODS.find((name) => computed[name] !== null && same(left, computed[name]))
  return {
    join,
    status: method === undefined ? 'mismatch' : 'match',
    left,
    right: method === undefined ? (computed.raw ?? computed.jcs) : computed[method],
    method: method ?? null,
  }
}

function decisionPreimage(decision: string | JsonObject, computed: Computed): Join {
  const join = 'decision-preimage'
  const named =
    typeof decision === 'string'
      ? [hexDigest(decision)].filter((digest) => digest !== null)
      : ['payload_digest', 'input_digest'].flatMap((name) => hexDigest(ownValue(decision, name)) ?? [])
  const [left] = named
  const right = computed.raw ?? computed.jcs
  for (const digest of named) {
    const method = METHODS.find((name) => computed[name] === digest)
    if (method !== undefined) return { join, status: 'match', left: digest, right: digest, method }
  }
  // A reference that is a digest may well be one of something else.
  const about = typeof decision === 'string' ? null : member(decision, ['payload_digest'])
  return { join, status: about === null ? 'untestable' : 'mismatch', left: about ?? left ?? null, right, method: null }
}

function member(object: JsonObject, names: readonly string[]): string | null {
  for (const name of names) {
    const value = ownValue(object, name)
    if (typeof value === 'string' && value !== '') return value
  }
  return null
}

const idOf = (decision: string | JsonObject) => (typeof decision === 'string' ? decision : member(decision, ID_NAMES))

/** Digests compare without case and prefix, all else to the letter; in constant time either way. */
function same(left: string, right: string): boolean {
  const [first, second] = [hexDigest(left) ?? left, hexDigest(right) ?? right].map((text) => Buffer.from(text))
  return first !== undefined && second !== undefined && first.length === second.length && timingSafeEqual(first, second)
}

function ofJoin({ join, status, left, right, method }: Join, preimage: string | JsonObject | undefined): Finding[] {
  if (status === 'mismatch')
    return [
      {
        decision: 'block',
        code: `${join.replace('-', '_')}_mismatch`,
        message: `${NAMES[join]} do not belong together: ${left ?? 'nothing'} is not ${right ?? 'anything given'}.`,
        evidence: { left, right },
        next: 'Do not rely on the citation: one of the three was changed or is of something else.',
      },
    ]
  const usual = typeof preimage === 'string' ? 'raw' : 'jcs'
  if (join !== 'receipt-preimage' || status !== 'match' || method === usual) return []
  return [
    {
      decision: 'review',
      code: 'digest_not_canonical',
      message: `The digest fits only when the content is hashed another way (${method}).`,
      evidence: { method },
      next: 'Have content hashed as it is sent: text as its bytes, objects in their RFC 8785 form.',
    },
  ]
}

const LEFT_OUT: Record<JoinName, string> = {
  'receipt-decision': 'the content',
  'receipt-preimage': 'the decision',
  'decision-preimage': 'the receipt',
}

const JOINS: readonly JoinName[] = ['receipt-decision', 'receipt-preimage', 'decision-preimage']
const NAMES: Record<JoinName, string> = {
  'receipt-decision': 'Receipt and decision',
  'receipt-preimage': 'Receipt and content',
  'decision-preimage': 'Decision and content',
}

const ofNothing = (tested: number): Finding[] =>
  tested > 0
    ? []
    : [
        {
          decision: 'review',
          code: 'nothing_testable',
          severity: 'medium',
          message: 'Nothing that was given names the other: no join could be tested.',
          next: 'Send a receipt with decision_ref or payload_digest.',
        },
      ]

const ofSignature = (signature: SignatureCheck | null): Finding[] =>
  signature?.valid === false
    ? [
        {
          decision: 'block',
          code: 'signature_invalid',
          severity: 'critical',
          message: `The receipt is not genuine: ${signature.reason}.`,
          path: '/receipt/signature',
          next: 'Do not rely on the receipt; ask its issuer for it again.',
        },
      ]
    : []

function checksOf(joins: readonly Join[], signature: SignatureCheck | null): Check[] {
  return [
    ...JOINS.map((name): Check => {
      const found = joins.find(({ join }) => join === name)
      if (found === undefined) return { id: name, status: 'skipped', detail: 'not both ends were given' }
      if (found.status === 'untestable') return { id: name, status: 'skipped', detail: 'neither end names the other' }
      return {
        id: name,
        status: found.status === 'match' ? 'pass' : 'fail',
        detail: found.method === null ? 'no way of hashing or naming fits' : `by ${found.method}`,
      }
    }),
    signature === null
      ? { id: 'signature', status: 'skipped', detail: 'the receipt is not of this service' }
      : {
          id: 'signature',
          status: signature.valid === null ? 'skipped' : signature.valid ? 'pass' : 'fail',
          detail: signature.reason ?? 'the signature fits',
        },
  ]
}
