import { listUsers } from '#shared/operators/reads/list-users.ts'

import { html } from '../../http/html.ts'
import { actForm } from './act-form.ts'
import type { DeskDeps, ShowDeskPage } from './desk-page.ts'
import { idLink, rowsTable, shortTime } from './rows-table.ts'

/** /ops/users: the newest accounts or those that are searched for, and forms that suspend and restore one. */
export const usersPage =
  ({ db }: DeskDeps): ShowDeskPage =>
  async ({ operator, query }) => {
    const { q = '' } = query
    const users = await listUsers(db.lists, q.isWellFormed() && !q.includes('\u0000') ? q : '')
    return {
      title: 'Users',
      content: html`<form method="get" role="search">
          <label for="q">Beginning of a username</label>
          <input id="q" name="q" value="${q}" maxlength="40" /> <button>Search</button>
        </form>
        <h2>${q === '' ? 'Newest accounts' : 'Found'}</h2>
        ${rowsTable('Accounts', users, [
          ['Account', ({ user_id }) => idLink(user_id)],
          ['Name', ({ username, is_agent: isAgent }) => (isAgent ? `${username} (agent)` : username)],
          ['Listings', ({ listings }) => listings],
          ['Since', ({ created_at }) => shortTime(created_at)],
          ['Status', ({ status }) => status],
          [
            'Change',
            ({ username, status, user_id }) =>
              status === 'active'
                ? actForm(operator, 'account suspend', { id: user_id, label: 'Suspend', known: { username } })
                : actForm(operator, 'account restore', { id: user_id, label: 'Restore', known: { username } }),
          ],
        ])}`,
    }
  }
