import { type Html, html } from '../http/html.ts'
import type { Story } from './find-story.ts'
import { operatorFrame } from './page.ts'
import { searchForm } from './search-form.ts'

/** Columns whose values are searched for when they are pressed. */
const ID_COLUMNS: ReadonlySet<string> = new Set(['call_id', 'key_id', 'purchase_id', 'user_id', 'transaction', 'payer'])

/** The search of operators: a form, and what was found. `story` is undefined before anything was searched for. */
export const storyPage = (id: string, story: Story | null | undefined): string =>
  operatorFrame(
    'Search',
    html`<nav><a href="/ops">Overview</a></nav>
      <h1>${story?.title ?? 'Search'}</h1>
      ${searchForm(id)}
      ${story === null ? html`<p class="bad" role="alert">Nothing is known under this id. A request that made no call is in the log alone, under its request id.</p>` : ''}
      ${(story?.parts ?? []).map(
        ({ name, rows }) =>
          html`<h2>${name}</h2>
            ${rows.length === 1 ? facts(rows[0] ?? {}) : table(name, rows)}`,
      )}`,
  )

type Row = Story['parts'][number]['rows'][number]

const facts = (row: Row): Html =>
  html`<dl>
    ${Object.entries(row).flatMap(([name, value]) =>
      value === null
        ? []
        : [
            html`<dt>${name.replaceAll('_', ' ')}</dt>
              <dd>${shown(name, value)}</dd>`,
          ],
    )}
  </dl>`

const table = (caption: string, rows: readonly Row[]): Html =>
  html`<div class="wide" tabindex="0">
    <table>
      <caption>
        ${caption}, the first ${rows.length}
      </caption>
      <thead>
        <tr>
          ${Object.keys(rows[0] ?? {}).map((name) => html`<th scope="col">${name.replaceAll('_', ' ')}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${Object.entries(row).map(([name, value]) => html`<td>${value === null ? '' : shown(name, value)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`

const shown = (name: string, value: string | number | boolean): Html =>
  ID_COLUMNS.has(name)
    ? html`<a href="/ops/search?id=${encodeURIComponent(String(value))}"><code>${String(value)}</code></a>`
    : html`${String(value)}`
