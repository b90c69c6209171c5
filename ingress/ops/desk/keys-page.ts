import { listKeys } from '#shared/operators/reads/list-keys.ts'

import { html } from '../../http/html.ts'
import { actForm, REASON } from './act-form.ts'
import type { DeskDeps, ShowDeskPage } from './desk-page.ts'
import { dollars, idLink, rowsTable, shortTime } from './rows-table.ts'

const CENTS = { name: 'cents', label: 'Cents', type: 'number' } as const
const KEY_ID = { name: 'key_id', label: 'Key id' } as const

/** /ops/keys: the newest keys or those that are searched for; forms that grant, credit and revoke one. */
export const keysPage =
  ({ db }: DeskDeps): ShowDeskPage =>
  async ({ operator, query }) => {
    const { q = '' } = query
    const keys = await listKeys(db.lists, q)
    return {
      title: 'Keys',
      content: html`<form method="get" role="search">
          <label for="q">Key id, or the last four characters of a key</label>
          <input id="q" name="q" value="${q}" maxlength="40" /> <button>Search</button>
        </form>
        <h2>${q === '' ? 'Newest keys' : 'Found'}</h2>
        ${rowsTable('Keys', keys, [
          ['Key', ({ key_id }) => idLink(key_id)],
          ['Kind', ({ kind }) => kind],
          ['Status', ({ status }) => status],
          ['Ends with', ({ last4 }) => last4],
          ['Balance', ({ posted_cents }) => dollars(posted_cents)],
          ['Held', ({ held_cents }) => dollars(held_cents)],
          ['Spent', ({ spent_cents }) => dollars(spent_cents)],
          ['Made', ({ created_at }) => shortTime(created_at)],
        ])}
        <h2>Change</h2>
        <div class="forms">
          ${actForm(operator, 'key grant', { id: 'grant', label: 'Grant a new key', fields: [CENTS] })}
          ${actForm(operator, 'key credit', { id: 'credit', label: 'Credit a key', fields: [KEY_ID, CENTS, REASON] })}
          ${actForm(operator, 'key revoke', { id: 'revoke', label: 'Revoke a key: its balance is forfeited', fields: [KEY_ID, REASON] })}
        </div>`,
    }
  }
