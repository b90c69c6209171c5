import { MOST_CALLS, type RecentCalls } from '#shared/operators/reads/recent-calls.ts'

import { html, type Html } from '../../http/html.ts'
import { dollars, rowsTable } from './rows-table.ts'

/** Calls and money of the last hour: by minute, by rail, errors by code, and the slowest outcomes. */
export function callsSection(recent: RecentCalls | null): Html {
  if (recent === null)
    return html`<h2>Calls of the last hour</h2>
      <p class="bad">The counts do not answer.</p>`
  const { calls, minutes, rails, codes, slow } = recent
  return html`<h2>Calls of the last hour</h2>
    <p>${calls === MOST_CALLS ? `The newest ${MOST_CALLS} calls.` : `${calls} calls.`}</p>
    ${minuteBars(minutes)}
    <details>
      <summary>By minute (UTC)</summary>
      ${rowsTable('Minutes', minutes.toReversed(), [
        ['Minute', ({ minute }) => minute.slice(11, 16)],
        ['Calls', ({ calls: count }) => count],
        ['Without a result', ({ failed }) => failed],
        ['Captured', ({ captured_cents }) => dollars(captured_cents)],
      ])}
    </details>
    <h3>By rail</h3>
    ${rowsTable('Who paid', rails, [
      ['Rail', ({ rail }) => rail],
      ['Calls', ({ calls: count }) => count],
      ['Captured', ({ captured_cents }) => dollars(captured_cents)],
    ])}
    <h3>Errors by code</h3>
    ${rowsTable('Calls without a result', codes, [
      ['Code', ({ code }) => html`<code>${code}</code>`],
      ['Calls', ({ calls: count }) => count],
    ])}
    <h3>Slowest outcomes</h3>
    ${rowsTable('Outcomes with five calls or more, by the run of their slow calls', slow, [
      ['Outcome', ({ slug }) => slug],
      ['Calls', ({ calls: count }) => count],
      ['p50', ({ p50_ms }) => `${p50_ms} ms`],
      ['p95', ({ p95_ms }) => `${p95_ms} ms`],
    ])}`
}

/** One bar for each of the 60 minutes that end with the newest call: its calls, and of them those without a result. */
function minuteBars(minutes: RecentCalls['minutes']): Html {
  if (minutes.length === 0) return html``
  const endMs = Math.max(...minutes.map(({ minute }) => Date.parse(minute)))
  const slotOf = (minute: string) => 59 - (endMs - Date.parse(minute)) / 60_000
  const most = Math.max(...minutes.map(({ calls }) => calls))
  const high = (count: number) => ((count / most) * 40).toFixed(1)
  const bar = (nth: number, count: number, kind: string) =>
    html`<rect
      x="${nth * 6}"
      y="${(40 - Number(high(count))).toFixed(1)}"
      width="5"
      height="${high(count)}"
      class="${kind}"
    />`
  return html`<svg
    class="bars"
    viewBox="0 0 360 40"
    preserveAspectRatio="none"
    role="img"
    aria-label="Calls by minute, at most ${most}; the table below has the numbers"
  >
    ${minutes.map(
      ({ minute, calls, failed }) => html`${bar(slotOf(minute), calls, 'calls')}${bar(slotOf(minute), failed, 'bad')}`,
    )}
  </svg>`
}
