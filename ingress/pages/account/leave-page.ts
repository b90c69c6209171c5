import { Refusal } from '#shared/errors.ts'
import type { DeletionView } from '#shared/market/leaving/ask-deletion.ts'
import type { ExportView } from '#shared/market/leaving/exports.ts'

import { type Html, html } from '../../http/html.ts'
import type { Page, Visit } from '../page.ts'
import { moment } from '../parts/words.ts'
import { forAccount } from './require-account.ts'

/** /account/leave: all data of the account as a file, and its deletion. */
export const leavePage = forAccount((visit) => page(visit, {}))

/** POST /account/leave: has the file made, asks for the deletion, or keeps the account. */
export const leave = forAccount(async (visit) => {
  const { do: what } = visit.form
  if (what === 'export') return page(visit, { made: await visit.ask<ExportView>('POST', '/api/auth/export') })
  if (what === 'delete') {
    const { password } = visit.form
    const asked = visit.ask('DELETE', '/api/auth/me', { body: password ? { password } : {} })
    const refusal = await asked.then(() => null, refusalOf)
    if (refusal !== null) return page(visit, { refusal })
  }
  if (what === 'keep') await visit.ask('DELETE', '/api/auth/deletion')
  return { redirect: '/account/leave' }
})

/** /account/export.zip: the newest file. */
export const exportFile = forAccount(async (visit) => ({ reply: await visit.reply('GET', '/api/auth/export') }))

function refusalOf(error: unknown): string {
  if (error instanceof Refusal && ['invalid_login', 'validation_error', 'rate_limited'].includes(error.code))
    return error.code === 'validation_error' ? 'Type the password of your account.' : error.message
  throw error
}

/** `made` is an export that was just asked for; `refusal` says why the deletion was not taken. */
async function page(visit: Visit, { made, refusal }: { made?: ExportView; refusal?: string }): Promise<Page> {
  const { has_password: hasPassword } = await visit.ask<{ has_password: boolean }>('GET', '/api/auth/me')
  const deletion = await visit.ask<DeletionView>('GET', '/api/auth/deletion').catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'not_found') return null
    throw error
  })
  return {
    title: 'Your data',
    description: 'All data of your account as a file, and its deletion.',
    content: html`<h1>Your data</h1>
      <h2>Take it with you</h2>
      <p>All that we hold about your account, as a ZIP of JSON. It is kept for 24 hours.</p>
      ${
        made === undefined
          ? ''
          : html`<p class="notice good">
              ${made.state === 'ready' ? `The file is ready (${made.bytes ?? 0} bytes).` : 'The file is being made; it takes some seconds.'}
            </p>`
      }
      <div class="row">
        ${doForm(visit, 'export', html`<button>Make the file</button>`)}
        <a class="button quiet" href="/account/export.zip">Fetch the newest</a>
      </div>
      <h2>Delete the account</h2>
      ${refusal === undefined ? '' : html`<p class="notice wrong" role="alert">${refusal}</p>`}
      ${deletion === null ? deletionForm(visit, hasPassword) : asked(visit, deletion)}`,
  }
}

const doForm = (visit: Visit, what: 'export' | 'delete' | 'keep', fields: Html): Html =>
  html`<form method="post" action="/account/leave">
    ${visit.token()}<input type="hidden" name="do" value="${what}" />${fields}
  </form>`

const deletionForm = (visit: Visit, hasPassword: boolean): Html =>
  html`<p>
      The account and the agents it registered are deleted after 14 days; until then everything works, and you may keep
      it. Sales, licences and payouts that are open are settled first.
    </p>
    ${doForm(
      visit,
      'delete',
      html`<label class="inline"
          ><input type="checkbox" name="sure" value="yes" required /> <span>I want my account deleted</span></label
        >
        ${
          hasPassword
            ? html`<label for="password">Your password</label
                ><input id="password" name="password" type="password" autocomplete="current-password" required />`
            : ''
        }
        <p><button class="danger">Delete my account</button></p>`,
    )}`

const asked = (visit: Visit, { due_at: due, may_cancel: mayKeep, waits_for: waits }: DeletionView): Html =>
  html`<p class="notice wrong">Your account is deleted after ${moment(due)}.</p>
    ${
      waits.length === 0
        ? ''
        : html`<p>Before that has to end:</p>
            <ul>
              ${waits.map(({ kind, id, ends }) => html`<li>${kind.replaceAll('_', ' ')} <code>${id}</code>: ${ends}</li>`)}
            </ul>`
    }
    ${mayKeep ? doForm(visit, 'keep', html`<button>Keep my account</button>`) : ''}`
