import { type Html, html, type Part } from '../../http/html.ts'

/** A column of a table: its head, and what a row shows in it. */
export type Column<Row> = readonly [head: string, cell: (row: Row) => Part]

/** A table whose cells are text, with a sentence in its place when there are no rows. */
export function rowsTable<Row>(
  caption: string,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  none = 'None.',
): Html {
  if (rows.length === 0) return html`<p>${caption}: ${none}</p>`
  return html`<div class="wide" tabindex="0" role="region" aria-label="${caption}">
    <table class="text">
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${columns.map(([head]) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${columns.map(([, cell]) => html`<td>${cell(row)}</td>`)}
            </tr> `,
        )}
      </tbody>
    </table>
  </div>`
}

/** An id that leads to its whole story. */
export const idLink = (id: string | null): Part =>
  id === null ? '' : html`<a href="/ops/search?id=${encodeURIComponent(id)}"><code>${id}</code></a>`

/** Cents as dollars. */
export const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`

/** A time of our ISO form, to the minute. */
export const shortTime = (iso: string | null): string => (iso === null ? '' : iso.slice(0, 16).replace('T', ' '))
