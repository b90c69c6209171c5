import { type Html, html } from '../../http/html.ts'
import { textDocument } from '../../discovery/text-document.ts'
import type { PageAnswer, Visit } from '../page.ts'
import { dollars } from '../parts/words.ts'

/** What a key called on a day, by outcome and code. */
type Usage = { items: { day: string; slug: string; code: string; calls: number; cents: number }[]; total: number }

const MOST_LINES = 1_000
const DAYS = 30
const DAY_MS = 86_400_000

/** What a key spent in the last 30 days: a chart by day with its table, and the outcomes that cost most. */
export async function usageSection(visit: Visit, key: string): Promise<Html> {
  const { items, total } = await visit.ask<Usage>('GET', '/api/usage', {
    headers: { 'x-service-key': key },
    query: { limit: MOST_LINES },
  })
  if (items.length === 0)
    return html`<h2>Spending</h2>
      <p class="soft">No call in the last ${DAYS} days.</p>`
  const now = visit.deps.now().getTime()
  const days = Array.from({ length: DAYS }, (_, nth) =>
    new Date(now - (DAYS - 1 - nth) * DAY_MS).toISOString().slice(0, 10),
  )
  const byDay = Map.groupBy(items, ({ day }) => day)
  const bySlug = [...Map.groupBy(items, ({ slug }) => slug)]
    .map(([slug, lines]) => ({ slug, calls: sumOf(lines, 'calls'), cents: sumOf(lines, 'cents') }))
    .toSorted((a, b) => b.cents - a.cents || b.calls - a.calls)
    .slice(0, 20)
  return html`<h2>Spending</h2>
    ${total > items.length ? html`<p class="soft">The newest ${items.length} of ${total} lines; the file has more.</p>` : ''}
    <details>
      <summary>By day (UTC) as a table</summary>
      ${table(
        'Spending by day',
        'Day',
        days.map((day) => ({ name: html`${day}`, ...totals(byDay.get(day) ?? []) })),
        true,
      )}
    </details>
    ${table(
      'By outcome',
      'Outcome',
      bySlug.map(({ slug, ...line }) => ({ name: html`<a href="/o/${slug}">${slug}</a>`, ...line })),
    )}
    <p><a class="button quiet" href="/wallet/usage.csv">Download as CSV</a></p>`
}

type Line = { name: Html; calls: number; cents: number }

const sumOf = (lines: Usage['items'], field: 'calls' | 'cents') => lines.reduce((sum, line) => sum + line[field], 0)
const totals = (lines: Usage['items']) => ({ calls: sumOf(lines, 'calls'), cents: sumOf(lines, 'cents') })

const table = (caption: string, head: string, lines: readonly Line[], isChart = false): Html =>
  html`<div class="wide" tabindex="0">
    <table ${isChart ? html`data-chart` : html``}>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">${head}</th>
          <th scope="col" class="num">Calls</th>
          <th scope="col" class="num">Cents</th>
        </tr>
      </thead>
      <tbody>
        ${lines.map(
          ({ name, calls, cents }) =>
            html`<tr>
              <th scope="row">${name}</th>
              <td class="num">${calls}</td>
              <td class="num" data-value="${cents}" title="${dollars(cents)}">${cents}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`

/** /wallet/usage.csv: the same of the key that this browser keeps, as a file. Leads to the wallet where there is none. */
export async function usageFile(visit: Visit): Promise<PageAnswer> {
  const { serviceKey } = visit
  if (serviceKey === null) return { redirect: '/wallet' }
  const { body } = await visit.reply('GET', '/api/usage.csv', { headers: { 'x-service-key': serviceKey } })
  return {
    document: textDocument(String(body), 'text/csv; charset=utf-8'),
    headers: { 'Cache-Control': 'no-store', 'Content-Disposition': 'attachment; filename="farebox-usage.csv"' },
  }
}
