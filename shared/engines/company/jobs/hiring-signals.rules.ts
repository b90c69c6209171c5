import type { Hiring } from './find-jobs.ts'
import type { Role } from './job.ts'

export const HIRING_RULESET = 'hiring-signals/2026-11-20'

export const hiringCodes = [
  'scaling_sales',
  'scaling_engineering',
  'building_ai',
  'new_market',
  'first_security_hire',
  'leadership_gap',
  'hiring_surge',
  'hiring_freeze',
] as const

export type HiringSignal = {
  code: (typeof hiringCodes)[number]
  /** 0 to 1. */
  strength: number
  message: string
  evidence: string[]
}

type Look = { roles: readonly Role[]; recent: readonly Role[]; hiring: Hiring }
type SignalRule = {
  code: HiringSignal['code']
  judge: (look: Look) => { share: number; message: string; roles: readonly Role[] } | null
}

const AI =
  /\b(?:machine learning|\bml\b|\bai\b|artificial intelligence|deep learning|llms?|nlp|computer vision|generative|data scien\w*|mlops)\b/i
const MOST_EVIDENCE = 5
const TOP = new Set(['director', 'vp', 'c_level'])

/** Signals by thresholds that are told with them. */
const rules: readonly SignalRule[] = [
  {
    code: 'building_ai',
    judge({ roles }) {
      const own = roles.filter(({ title }) => AI.test(title))
      const isOne = own.length >= 3 || (own.length > 0 && own.length / roles.length >= 0.2)
      return isOne
        ? {
            share: own.length / Math.max(roles.length, 1),
            message: `${own.length} of ${roles.length} roles name machine learning (3, or a fifth, are enough).`,
            roles: own,
          }
        : null
    },
  },
  {
    code: 'scaling_sales',
    judge({ roles }) {
      const own = roles.filter((role) => role.function === 'sales')
      const isOne = own.length >= 4 || (own.length >= 2 && own.length / roles.length >= 0.25)
      return isOne
        ? {
            share: own.length / roles.length,
            message: `${own.length} of ${roles.length} roles are in sales (4, or two that are a quarter, are enough).`,
            roles: own,
          }
        : null
    },
  },
  {
    code: 'scaling_engineering',
    judge({ roles }) {
      const own = roles.filter((role) => role.function === 'engineering')
      const isOne = own.length >= 5 && own.length / roles.length >= 0.4
      return isOne
        ? {
            share: own.length / roles.length,
            message: `${own.length} of ${roles.length} roles are in engineering (five that are two fifths are enough).`,
            roles: own,
          }
        : null
    },
  },
  {
    code: 'new_market',
    judge({ roles }) {
      const own = roles.filter(({ title }) =>
        /\b(?:country manager|general manager|head of|director|lead)\b.*\b(?:emea|apac|latam|dach|europe|asia|germany|france|uk|japan|india|brazil|australia|nordics|benelux|mena|north america|us)\b|\bcountry manager\b|\bmarket launch\b|\bexpansion\b/i.test(
          title,
        ),
      )
      return own.length > 0
        ? { share: Math.min(1, own.length / 3), message: `${own.length} roles open a region.`, roles: own }
        : null
    },
  },
  {
    code: 'first_security_hire',
    judge({ roles }) {
      const own = roles.filter(({ title }) => /\b(?:first|founding)\b.*\bsecurity\b|\bfounding security\b/i.test(title))
      return own.length > 0 ? { share: 1, message: 'A role says that it is the first in security.', roles: own } : null
    },
  },
  {
    code: 'leadership_gap',
    judge({ roles }) {
      const own = roles.filter(({ seniority }) => TOP.has(seniority))
      return own.length > 0
        ? { share: Math.min(1, own.length / 4), message: `${own.length} leading roles are open.`, roles: own }
        : null
    },
  },
  {
    code: 'hiring_surge',
    judge({ roles, recent }) {
      const isOne = recent.length >= 10 && recent.length / roles.length >= 0.5
      return isOne
        ? {
            share: recent.length / roles.length,
            message: `${recent.length} of ${roles.length} roles were posted in the window (ten that are half are enough).`,
            roles: recent,
          }
        : null
    },
  },
  {
    code: 'hiring_freeze',
    judge: ({ hiring }) =>
      hiring.openRoles === 0 && hiring.ats !== 'none' && hiring.ats !== null
        ? { share: 0.6, message: 'The board is there and holds no role.', roles: [] }
        : null,
  },
]

/** What the open roles say about where the company is going. `sinceDays` is the window of "recent". */
export function hiringSignals(hiring: Hiring, now: Date, sinceDays: number): HiringSignal[] {
  const since = new Date(now.getTime() - sinceDays * 86_400_000).toISOString()
  const recent = hiring.roles.filter((role) => role.posted_at !== null && role.posted_at >= since)
  return rules.flatMap(({ code, judge }) => {
    const found = judge({ roles: hiring.roles, recent, hiring })
    if (found === null) return []
    const urls = found.roles.map(({ url }) => url)
    const evidence = urls.length > 0 ? urls : [hiring.boardUrl ?? ''].filter((url) => url !== '')
    return [
      {
        code,
        strength: Math.round(found.share * 100) / 100,
        message: found.message,
        evidence: [...new Set(evidence)].slice(0, MOST_EVIDENCE),
      },
    ]
  })
}
