import { type Html, html } from '../../http/html.ts'
import type { Visit } from '../page.ts'
import { moment } from '../parts/words.ts'
import { forAccount } from './require-account.ts'

type SignIn = {
  session_id: string
  created_at: string
  last_used_at: string | null
  expires_at: string
  is_current: boolean
}

/** /account/sign-ins: where the account is signed in, with a form that ends each. */
export const signInsPage = forAccount(async (visit) => {
  const { items } = await visit.ask<{ items: SignIn[] }>('GET', '/api/auth/sessions')
  return {
    title: 'Sign-ins',
    description: 'Where you are signed in.',
    content: html`<h1>Sign-ins</h1>
      <p>A sign-in that you do not know: end it, and change your password.</p>
      <div class="wide" tabindex="0">
        <table>
          <thead>
            <tr>
              <th scope="col">Since</th>
              <th scope="col">Last used</th>
              <th scope="col">Until</th>
              <th scope="col">Change</th>
            </tr>
          </thead>
          <tbody>
            ${items.map((one) => row(visit, one))}
          </tbody>
        </table>
      </div>`,
  }
})

const row = (visit: Visit, one: SignIn): Html =>
  html`<tr>
    <th scope="row">${moment(one.created_at)}</th>
    <td>${moment(one.last_used_at)}</td>
    <td>${moment(one.expires_at)}</td>
    <td>
      ${
        one.is_current
          ? html`<span class="tag ok">this browser</span>`
          : html`<form class="inline" method="post" action="/account/sign-ins">
              ${visit.token()}<input type="hidden" name="session_id" value="${one.session_id}" />
              <button class="danger small">End it</button>
            </form>`
      }
    </td>
  </tr>`

/** POST /account/sign-ins: ends a sign-in of the account. */
export const endSignIn = forAccount(async (visit) => {
  await visit.ask('DELETE', '/api/auth/sessions/:session_id', {
    params: { session_id: visit.form['session_id'] ?? '' },
  })
  return { redirect: '/account/sign-ins' }
})
