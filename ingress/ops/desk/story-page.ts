import { findStory, type Story } from '#shared/operators/reads/find-story.ts'

import { type Html, html } from '../../http/html.ts'
import type { DeskDeps, ShowDeskPage } from './desk-page.ts'
import { searchForm } from './search-form.ts'

/** Columns whose values are searched for when they are pressed. */
const ID_COLUMNS: ReadonlySet<string> = new Set([
  'call_id',
  'key_id',
  'purchase_id',
  'user_id',
  'listing_id',
  'job_id',
  'payout_id',
  'transaction',
  'payer',
])

/** /ops/search: a form, and the whole story of what was searched for. */
export const searchPage =
  ({ db }: DeskDeps): ShowDeskPage =>
  async ({ query }) => {
    const { id = '' } = query
    const asked = id.isWellFormed() && !id.includes('\u0000') ? id : ''
    if (asked === '') return { title: 'Search', content: searchForm() }
    const story = await findStory(db.lists, asked)
    if (story !== null) return { title: story.title, content: storyOf(asked, story) }
    return {
      title: 'Search',
      status: 404,
      content: html`${searchForm(asked)}
        <p class="bad" role="alert">
          Nothing is known under this id. A request that made no call is in the log alone, under its request id.
        </p>`,
    }
  }

const storyOf = (id: string, { parts }: Story): Html =>
  html`${searchForm(id)}
  ${parts.map(
    ({ name, rows }) =>
      html`<h2>${name}</h2>
        ${rows.length === 1 ? facts(rows[0] ?? {}) : table(name, rows)}`,
  )}`

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
