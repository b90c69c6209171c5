import { createRequire } from 'node:module'

import type { checkSync } from 'recheck'

import type { MappedSource } from './mapped-source.ts'
import type { Flags } from './pattern-token.ts'
import { stopAfter } from './stop-after.ts'
import { withinOwnTime } from './within-own-time.ts'

/** How long a backtracking engine may take on the worst text, and where that comes from. */
export type RedosVerdict = {
  risk: 'none' | 'polynomial' | 'exponential' | 'unknown'
  /** The parts of the pattern that are tried over and over, as offsets in the pattern. */
  hotspot: { start: number; end: number }[] | null
  /** A text that shows it, short enough to print; for a polynomial one repeat the pump as `attack_pattern` says. */
  attack_string: string | null
  /** The full attack as an ECMAScript expression. */
  attack_pattern: string | null
}

export const UNKNOWN_RISK: RedosVerdict = { risk: 'unknown', hotspot: null, attack_string: null, attack_pattern: null }

type Judged = { verdict: ReturnType<typeof checkSync> | null }

const TIMEOUT_MS = 500
const ATTACK_LENGTH = 2_000

/**
 * Judges a Unicode-mode source by automaton, else by fuzzing, within half a second of this thread's own time; `unknown`
 * when that is too short.
 */
export function redosVerdict(source: MappedSource, flags: Flags): RedosVerdict {
  const check = pureChecker()
  const letters = `${flags.ignoreCase ? 'i' : ''}${flags.multiline ? 'm' : ''}${flags.dotAll ? 's' : ''}u`
  const judged: Judged = { verdict: null }
  try {
    withinOwnTime(TIMEOUT_MS, (clockMs) => {
      const turn: Judged = { verdict: null }
      // The checker watches its own clock, but not inside each of its steps.
      stopAfter(2 * clockMs, () => {
        turn.verdict = check(source.text, letters, { timeout: clockMs })
      })
      judged.verdict = turn.verdict
      return turn.verdict !== null && !(turn.verdict.status === 'unknown' && turn.verdict.error.kind === 'timeout')
    })
  } catch {
    // The checker's parser recurses: thousands of open groups overflow the stack.
    return UNKNOWN_RISK
  }
  const { verdict } = judged
  if (verdict === null || verdict.status === 'unknown') return UNKNOWN_RISK
  if (verdict.status === 'safe') return { ...UNKNOWN_RISK, risk: 'none' }
  const hot = verdict.hotspot.filter((spot) => spot.temperature === 'heat')
  return {
    risk: verdict.complexity.type,
    hotspot: hot.map(({ start, end }) => ({ start: source.at[start] ?? 0, end: source.at[end] ?? 0 })),
    attack_string: attackString(verdict.attack),
    attack_pattern: verdict.attack.pattern,
  }
}

type Attack = { pumps: { prefix: string; pump: string }[]; suffix: string; string: string }

function attackString({ pumps, suffix, string }: Attack): string {
  if (string.length <= ATTACK_LENGTH) return string
  const fixed = suffix.length + pumps.reduce((sum, { prefix }) => sum + prefix.length, 0)
  const pumped = pumps.reduce((sum, { pump }) => sum + pump.length, 0)
  const turns = Math.max(1, Math.floor((ATTACK_LENGTH - fixed) / Math.max(1, pumped)))
  return (pumps.map(({ prefix, pump }) => prefix + pump.repeat(turns)).join('') + suffix).slice(0, ATTACK_LENGTH)
}

/** The package's main entry starts Java or a native agent where it finds them; its browser build is JavaScript alone. */
function pureChecker(): typeof checkSync {
  const load = createRequire(import.meta.url)
  // Safe: both builds export the same two functions; only the main entry is typed.
  return (load('recheck/lib/browser.js') as { checkSync: typeof checkSync }).checkSync
}
