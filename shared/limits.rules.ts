/** At most `points` in a window of `windowS` seconds; with 0 seconds, at most so many at once. */
export type LimitRule = { name: string; points: number; windowS: number }

type Row = Omit<LimitRule, 'name'> & {
  /** Whom and what it counts. */
  counts: string
  /** The setting that overrides `points`. */
  setting?: LimitSetting
  /** It limits guesses of secrets, and holds with LIMITS=off too. */
  isGuard?: true
}

/** The limits an operator may set. */
export type LimitSetting =
  | 'KEY_CALLS_PER_MINUTE'
  | 'TRIAL_CALLS_PER_MINUTE'
  | 'FREE_CALLS_PER_MINUTE'
  | 'UNPAID_CALLS_PER_MINUTE'

const MINUTE = 60
const QUARTER = 900
const HOUR = 3_600
const DAY = 86_400

const ROWS = {
  key: { points: 1_200, windowS: MINUTE, setting: 'KEY_CALLS_PER_MINUTE', counts: 'calls of a prepaid key' },
  trial: { points: 30, windowS: MINUTE, setting: 'TRIAL_CALLS_PER_MINUTE', counts: 'calls of a trial key' },
  pass: { points: 60, windowS: MINUTE, counts: 'calls of a pass' },
  bytes: { points: 67_108_864, windowS: MINUTE, counts: 'bytes of large bodies of a key or pass' },
  free: { points: 60, windowS: MINUTE, setting: 'FREE_CALLS_PER_MINUTE', counts: 'free calls of an address' },
  paid: { points: 1_200, windowS: MINUTE, counts: 'calls with an x402 payment of an address' },
  unpaid: { points: 600, windowS: MINUTE, setting: 'UNPAID_CALLS_PER_MINUTE', counts: '402 answers of an address' },
  discovery: {
    points: 600,
    windowS: MINUTE,
    setting: 'UNPAID_CALLS_PER_MINUTE',
    counts: 'discovery reads of an address',
  },
  preview: { points: 30, windowS: MINUTE, counts: 'pictures of previews drawn for an address' },
  plan: { points: 20, windowS: MINUTE, counts: 'free plans of an address' },
  proposal: { points: 10, windowS: MINUTE, counts: 'plans that the text model is asked for a key, wallet or address' },
  'proposal-day': { points: 100, windowS: DAY, counts: 'the same in a day' },
  'call-read': {
    points: 600,
    windowS: MINUTE,
    setting: 'UNPAID_CALLS_PER_MINUTE',
    counts: 'reads of calls of an address',
  },
  refused: {
    points: 600,
    windowS: MINUTE,
    setting: 'UNPAID_CALLS_PER_MINUTE',
    counts:
      'requests of an address refused for what was sent, one more for each 16 KB of body; a key that paid has twice as many',
  },
  'failed-payment': { points: 60, windowS: MINUTE, counts: 'x402 payments of an address that are invalid' },
  'unknown-credential': { points: 60, windowS: MINUTE, counts: 'keys and passes of an address that do not exist' },
  'slow-input': { points: 6, windowS: MINUTE, counts: 'calls of a payer whose input ran into the time limit' },
  'key-in-flight': { points: 64, windowS: 0, counts: 'open calls of a prepaid key, and replays of a wallet' },
  'trial-in-flight': { points: 2, windowS: 0, counts: 'open calls of a trial key' },
  account: { points: 60, windowS: MINUTE, counts: 'balance, claim and pass requests of an address' },
  market: { points: 600, windowS: MINUTE, counts: 'marketplace requests of an address' },
  'market-write': { points: 120, windowS: MINUTE, counts: 'marketplace requests of an account that change something' },
  webhooks: { points: 60, windowS: HOUR, counts: 'webhooks made by an account, key or pass' },
  register: { points: 60, windowS: HOUR, counts: 'accounts opened from an address' },
  'agent-address': { points: 20, windowS: MINUTE, counts: 'agents registered from an address' },
  'agent-credential': { points: 60, windowS: MINUTE, counts: 'agents registered by an account or signup secret' },
  'login-name-address': {
    points: 10,
    windowS: QUARTER,
    isGuard: true,
    counts: 'wrong passwords for a name, one address',
  },
  // From all addresses: an attacker at one address cannot lock users out, and many addresses can guess only this much more.
  'login-name': { points: 100, windowS: QUARTER, isGuard: true, counts: 'wrong passwords for a name, all addresses' },
  'login-address': { points: 50, windowS: QUARTER, isGuard: true, counts: 'wrong passwords of an address, any name' },
  forgot: { points: 30, windowS: HOUR, isGuard: true, counts: 'requests for a new password of an address' },
  reset: { points: 30, windowS: HOUR, isGuard: true, counts: 'reset tokens tried by an address' },
  'ops-login': { points: 10, windowS: MINUTE, isGuard: true, counts: 'logins to /ops of an address' },
  'ops-token': { points: 600, windowS: MINUTE, isGuard: true, counts: 'requests of an address with a bearer token' },
} as const satisfies Record<string, Row>

export type LimitName = keyof typeof ROWS
export type Limits = Readonly<Record<LimitName, LimitRule>>
export type LimitSettings = { LIMITS: 'normal' | 'off' } & { readonly [Setting in LimitSetting]?: number | undefined }

/** The table as it is shipped. */
export const LIMIT_ROWS: Readonly<Record<LimitName, Row>> = ROWS

/** What a limit allows that is off. Redis and PostgreSQL can count to it. */
const OFF = 1_000_000_000

/** The limits of a process: a limit that is set, else off where LIMITS says so, else the number of the table. */
export function limitsOf(settings: LimitSettings): Limits {
  const rules = Object.entries(LIMIT_ROWS).map(([name, { points, windowS, setting, isGuard }]) => {
    const set = setting === undefined ? undefined : settings[setting]
    const usual = settings.LIMITS === 'off' && isGuard !== true ? OFF : points
    return [name, { name, points: set ?? usual, windowS }] as const
  })
  // Safe: one rule for each row.
  return Object.fromEntries(rules) as Limits
}
