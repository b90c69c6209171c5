import { listActions } from '#shared/operators/reads/list-actions.ts'

import { html } from '../../http/html.ts'
import type { DeskDeps, ShowDeskPage } from './desk-page.ts'
import { idLink, rowsTable } from './rows-table.ts'

const MOST = 100
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** /ops/log: what operators did, newest first. The log only grows. */
export const logPage =
  ({ db }: DeskDeps): ShowDeskPage =>
  async ({ query }) => {
    const { before = '' } = query
    const actions = await listActions(db.lists, TIME.test(before) ? before : null, MOST)
    const last = actions.length === MOST ? actions.at(-1) : undefined
    return {
      title: 'Log of operators',
      content: html`${rowsTable('Actions', actions, [
        ['When', ({ at }) => at.slice(0, 19).replace('T', ' ')],
        ['Who', ({ actor, via }) => `${actor} (${via})`],
        ['What', ({ action }) => action],
        ['Of', ({ target }) => idLink(target)],
        ['Terms', ({ detail }) => termsOf(detail)],
        ['How it ended', ({ outcome }) => outcome ?? html`<span class="bad">without an end</span>`],
      ])}
      ${last === undefined ? '' : html`<p><a href="/ops/log?before=${last.at}">Older</a></p>`}`,
    }
  }

const termsOf = (detail: Record<string, string | number>): string =>
  Object.entries(detail)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
