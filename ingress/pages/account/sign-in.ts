import type { z } from 'zod'

import { Refusal } from '#shared/errors.ts'

import { errorBody } from '../../http/error-body.ts'
import { requestIdOf } from '../../http/errors.ts'
import { type Html, html } from '../../http/html.ts'
import type { TokenAnswer } from '../../surface/market/account-answers.ts'
import { problem } from '../error-page.ts'
import type { Page, PageAnswer, Visit } from '../page.ts'
import { safeReturn } from './require-account.ts'

type Token = z.output<typeof TokenAnswer>

/** /signin: a form for name and password. */
export const signInPage = (visit: Visit): PageAnswer => signInForm(visit, null)

/** POST /signin: opens a session, whose token is kept in a cookie that no script reads. */
export const signIn = (visit: Visit): Promise<PageAnswer> =>
  opened(visit, signInForm, () =>
    visit.ask<Token>('POST', '/api/auth/login', {
      body: { username: visit.form['username'] ?? '', password: visit.form['password'] ?? '' },
    }),
  )

/** /register: a form for a new account. */
export const registerPage = (visit: Visit): PageAnswer => registerForm(visit, null)

/** POST /register: opens an account and a session. */
export const register = (visit: Visit): Promise<PageAnswer> =>
  opened(visit, registerForm, () =>
    visit.ask<Token>('POST', '/api/auth/register', {
      body: {
        username: visit.form['username'] ?? '',
        email: visit.form['email'] ?? '',
        password: visit.form['password'] ?? '',
        terms_accepted: visit.form['terms'] === 'yes',
      },
    }),
  )

/** POST /signout: ends the session, here and in the database. */
export async function signOut(visit: Visit): Promise<PageAnswer> {
  try {
    if (visit.session !== null) await visit.ask('POST', '/api/auth/logout')
  } catch (error) {
    // A session that ended before needs no ending.
    if (!(error instanceof Refusal)) throw error
  }
  visit.setCookie('fb_session', '', 0)
  return { redirect: '/' }
}

async function opened(
  visit: Visit,
  form: (visit: Visit, refusal: Refusal | null) => Page,
  ask: () => Promise<Token>,
): Promise<PageAnswer> {
  try {
    const { access_token: token, expires_in: lastsS } = await ask()
    if (token === null) throw new Refusal('conflict', 'This form was sent before.', { fix: { action: 'Sign in.' } })
    visit.setCookie('fb_session', token, lastsS)
    return { redirect: safeReturn(visit.query['to']) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return form(visit, error)
  }
}

const signInForm = (visit: Visit, refusal: Refusal | null): Page =>
  page(
    visit,
    refusal,
    'Sign in',
    html`${field('username', 'Username or e-mail', 'username', visit.form['username'])}
      ${field('password', 'Password', 'current-password')}
      <p><button>Sign in</button></p>
      <p class="soft">No account yet? <a href="/register${returning(visit)}">Register</a>. Paid calls need none.</p>`,
  )

const registerForm = (visit: Visit, refusal: Refusal | null): Page =>
  page(
    visit,
    refusal,
    'Register',
    html`${field('username', 'Username', 'username', visit.form['username'])}
      ${field('email', 'E-mail', 'email', visit.form['email'])} ${field('password', 'Password', 'new-password')}
      <p class="hint">At least 10 letters.</p>
      <label class="inline"
        ><input type="checkbox" name="terms" value="yes" required />
        <span>I accept the <a href="/terms">terms</a></span></label
      >
      <p><button>Register</button></p>
      <p class="soft">Registered already? <a href="/signin${returning(visit)}">Sign in</a>.</p>`,
  )

const returning = ({ query }: Visit) =>
  query['to'] === undefined ? '' : `?${new URLSearchParams({ to: safeReturn(query['to']) }).toString()}`

const page = (visit: Visit, refusal: Refusal | null, title: string, fields: Html): Page => ({
  title,
  description: `${title} to buy, sell and work on Farebox.`,
  nav: '/account',
  isPrivate: true,
  ...(refusal === null ? {} : { status: errorStatus(refusal) }),
  content: html`<h1>${title}</h1>
    ${refusal === null ? '' : problem(errorBody(refusal, requestIdOf(visit.ctx)))}
    <form class="narrow" method="post" action="${visit.ctx.path}${returning(visit)}">${visit.token()}${fields}</form>`,
})

const errorStatus = ({ code }: Refusal): number =>
  code === 'invalid_login' ? 401 : code === 'rate_limited' ? 429 : 422

function field(name: 'username' | 'email' | 'password', label: string, autocomplete: string, value = ''): Html {
  const type = name === 'username' ? 'text' : name
  return html`<label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      autocomplete="${autocomplete}"
      value="${name === 'password' ? '' : value}"
      required
    />`
}
