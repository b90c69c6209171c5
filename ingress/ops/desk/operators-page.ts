import { listOperators } from '#shared/operators/reads/list-operators.ts'
import { OPERATOR_ROLES } from '#shared/operators/operator.entity.ts'

import { html } from '../../http/html.ts'
import { actForm } from './act-form.ts'
import type { DeskDeps, ShowDeskPage } from './desk-page.ts'
import { rowsTable, shortTime } from './rows-table.ts'

/** /ops/operators: named operators; root makes and revokes them. */
export const operatorsPage =
  ({ db }: DeskDeps): ShowDeskPage =>
  async ({ operator: me }) => {
    const operators = await listOperators(db.lists)
    return {
      title: 'Operators',
      content: html`<p>
          A viewer sees everything and changes nothing. An operator acts too. Root, who signs in with the admin token,
          makes and revokes both.
        </p>
        ${rowsTable('Named operators', operators, [
          ['Name', ({ operator }) => operator],
          ['Role', ({ role }) => role],
          ['Token ends with', ({ last4 }) => last4],
          ['Since', ({ created_at }) => shortTime(created_at)],
          ['Last act', ({ last_act_at }) => shortTime(last_act_at)],
          [
            'Status',
            ({ operator, revoked_at: revokedAt }) =>
              revokedAt === null
                ? html`in force
                  ${actForm(me, 'operator revoke', { id: operator, label: 'Revoke', known: { operator } })}`
                : `revoked ${shortTime(revokedAt)}`,
          ],
        ])}
        <div class="forms">
          ${actForm(me, 'operator add', {
            id: 'add',
            label: 'Add an operator',
            fields: [
              { name: 'operator', label: 'Name' },
              { name: 'role', label: 'Role', choices: OPERATOR_ROLES },
            ],
          })}
        </div>`,
    }
  }
