import { html, type Html } from '../../http/html.ts'
import type { DayCount } from '../status/day-counts.ts'
import { percent } from './words.ts'

/** Height of a line in the units of its picture. */
const HEIGHT = 20

/** A line of the calls of some days, oldest first. It is decoration beside a number that says more. */
export function sparkline(calls: readonly number[]): Html {
  const most = Math.max(1, ...calls)
  const step = 92 / Math.max(1, calls.length - 1)
  const points = calls.map(
    (one, nth) => `${(2 + nth * step).toFixed(1)},${(HEIGHT + 1 - (one / most) * HEIGHT).toFixed(1)}`,
  )
  return html`<svg class="spark" viewBox="0 0 96 22" aria-hidden="true"><polyline points="${points.join(' ')}" /></svg>`
}

/** One bar a day, oldest first: green for days on which calls were answered, red for those on which most were not. */
export function dayBars(name: string, days: readonly DayCount[]): Html {
  const calls = days.reduce((sum, day) => sum + day.calls, 0)
  const succeeded = days.reduce((sum, day) => sum + day.succeeded, 0)
  const share = calls === 0 ? null : succeeded / calls
  const label = `${name}: ${days.length} days, ${calls} calls, ${share === null ? 'none answered yet' : `${percent(share)} with a result`}`
  return html`<svg
    class="days"
    viewBox="0 0 ${days.length * 4} 30"
    preserveAspectRatio="none"
    role="img"
    aria-label="${label}"
  >
    ${days.map((day, nth) => html`<rect x="${nth * 4}" width="3" height="30" rx="1" class="${toneOf(day)}" />`)}
  </svg>`
}

/** How a day went. Callers' mistakes are refused after the call began, so a few refusals are no incident. */
export function toneOf({ calls, succeeded }: DayCount): 'none' | 'ok' | 'warn' | 'bad' {
  if (calls === 0) return 'none'
  const share = succeeded / calls
  return share >= 0.9 ? 'ok' : share >= 0.5 ? 'warn' : 'bad'
}
