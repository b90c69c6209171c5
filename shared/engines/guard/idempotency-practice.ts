import type { KeyQuality } from './key-quality.ts'
import type { Decision, Judged } from './verdict.ts'

type KeyFacts = { money: boolean; key: KeyQuality; suggestedKey: string }

/** Money makes a shortcoming that would otherwise be looked at later one that a human confirms now. */
const stricter = (money: boolean): Decision => (money ? 'require_confirm' : 'review')

/** Checks that there is a key, where one is needed. */
export function judgePresence({
  side_effecting,
  money,
  key,
  suggestedKey,
}: KeyFacts & { side_effecting: boolean }): Judged {
  if (!side_effecting && !money) {
    const message = 'The action has no effect, so sending it twice does no harm.'
    return {
      findings: [{ decision: 'allow', code: 'not_side_effecting', message }],
      checks: [{ id: 'side_effecting', status: 'pass', detail: message }],
    }
  }
  const contradiction: Judged = {
    findings: [
      {
        decision: 'review',
        code: 'contradictory_input',
        message:
          'side_effecting is false but touches_money is true; money that moves is an effect, so it was judged as one.',
        path: '/side_effecting',
        next: 'Send side_effecting true, or touches_money false, as the action really is.',
      },
    ],
    checks: [
      { id: 'side_effecting', status: 'warn', detail: 'side_effecting and touches_money contradict each other' },
    ],
  }
  const effects: Judged = side_effecting
    ? { findings: [], checks: [{ id: 'side_effecting', status: 'pass', detail: 'judged as an action with effects' }] }
    : contradiction
  if (key.present) {
    return {
      ...effects,
      checks: [
        ...effects.checks,
        { id: 'key_present', status: 'pass', detail: `a key of ${key.length} characters was given` },
      ],
    }
  }
  return {
    findings: [
      ...effects.findings,
      {
        decision: money ? 'block' : 'require_confirm',
        code: 'missing_key',
        severity: money ? 'critical' : 'medium',
        message: money
          ? 'The action moves money and has no idempotency key: a retry after a lost answer would pay twice.'
          : 'The action has effects and no idempotency key: a retry after a lost answer would repeat them.',
        path: '/idempotency_key',
        evidence: { suggested_key: suggestedKey },
        next: `Send the call with an idempotency key, for example ${suggestedKey}, and keep it for every retry.`,
      },
    ],
    checks: [...effects.checks, { id: 'key_present', status: 'fail', detail: 'idempotency_key was not given' }],
  }
}

const weakness: Partial<Record<NonNullable<KeyQuality['kind']>, string>> = {
  counter: 'is a counter: another process counts to the same number',
  timestamp: 'is a time: two calls at one moment share it, and a retry gets another',
}

/** Checks that the key distinguishes this intent from every other one, and that a header can carry it. */
export function judgeQuality({ sent, money, key, suggestedKey }: KeyFacts & { sent: string }): Judged {
  if (!key.present)
    return { findings: [], checks: [{ id: 'key_quality', status: 'skipped', detail: 'idempotency_key was not given' }] }
  const findings: Judged['findings'] = []
  if (!key.acceptable) {
    const why =
      weakness[key.kind ?? 'weak'] ??
      (key.length < 16 ? `has ${key.length} characters` : `has about ${key.entropy_bits} bits of entropy`)
    findings.push({
      decision: stricter(money),
      code: 'weak_key',
      message: `The key ${why}; 16 characters and 64 bits, or a UUID, keep two intents apart.`,
      path: '/idempotency_key',
      evidence: { kind: key.kind, length: key.length, entropy_bits: key.entropy_bits, suggested_key: suggestedKey },
      next: `Use a UUID or ${suggestedKey} as the key, if no attempt was made with the weak one yet.`,
    })
  }
  // RFC 9110 field values and RFC 9651 strings: printable ASCII.
  if (!/^[\x20-\x7e]*$/.test(sent) || sent !== sent.trim()) {
    findings.push({
      decision: 'review',
      code: 'key_not_header_safe',
      message:
        'The key has characters that an HTTP header cannot carry unchanged, so the far side may see another key.',
      path: '/idempotency_key',
      next: `Use printable ASCII without outer spaces, for example ${suggestedKey}.`,
    })
  }
  const status = findings.length === 0 ? 'pass' : 'warn'
  return {
    findings,
    checks: [{ id: 'key_quality', status, detail: `kind ${key.kind}, about ${key.entropy_bits} bits` }],
  }
}

/** Checks that the storage of keys survives a crash between the call and its answer. */
export function judgeStorage(storage: string | undefined, money: boolean): Judged {
  const id = 'key_storage'
  if (storage === undefined)
    return { findings: [], checks: [{ id, status: 'skipped', detail: 'key_storage was not given' }] }
  if (storage !== 'none' && storage !== 'memory') {
    return { findings: [], checks: [{ id, status: 'pass', detail: `keys are kept in: ${storage}` }] }
  }
  const nowhere = storage === 'none'
  const path = '/key_storage'
  const next = 'Keep the key and its outcome in a database, or with a provider that honours keys, before sending.'
  const finding = nowhere
    ? ({
        decision: money ? 'block' : 'review',
        code: 'no_key_storage',
        message: 'Nobody remembers the key, so a second call with it is not recognised.',
      } as const)
    : ({
        decision: stricter(money),
        code: 'volatile_storage',
        message: 'Keys kept in memory are gone after a restart, which is when retries come.',
      } as const)
  return {
    findings: [{ ...finding, path, next }],
    checks: [{ id, status: nowhere ? 'fail' : 'warn', detail: `keys are kept in: ${storage}` }],
  }
}

/** Checks that duplicates are recognised for as long as a retry may still come. */
export function judgeWindow({
  windowMs,
  horizonMs,
  money,
}: {
  windowMs: number
  horizonMs: number
  money: boolean
}): Judged {
  const detail = `duplicates are recognised for ${windowMs} ms, retries may come for ${horizonMs} ms`
  if (windowMs >= horizonMs) return { findings: [], checks: [{ id: 'dedup_window', status: 'pass', detail }] }
  return {
    findings: [
      {
        decision: stricter(money),
        code: 'window_too_short',
        message: `A retry can arrive after the dedup window closed: ${detail}.`,
        path: '/dedup_window_ms',
        evidence: { dedup_window_ms: windowMs, retry_horizon_ms: horizonMs },
        next: 'Keep keys at least as long as retries may come, or stop retrying earlier.',
      },
    ],
    checks: [{ id: 'dedup_window', status: 'warn', detail }],
  }
}
