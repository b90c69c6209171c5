import type { z } from 'zod'

import { SCOPES } from '#shared/market/users/actor.ts'

import { type Html, html } from '../../http/html.ts'
import type { KeyAnswer, NewKeyAnswer, OwnProfileAnswer } from '../../surface/market/account-answers.ts'
import type { Page, Visit } from '../page.ts'
import { moment } from '../parts/words.ts'
import { forAccount } from './require-account.ts'

type Profile = z.output<typeof OwnProfileAnswer>
type Key = z.output<typeof KeyAnswer>

/** /account: who is signed in, and the API keys of the account. */
export const accountPage = forAccount((visit) => page(visit, null))

/** POST /account: makes, rotates or revokes an API key. A new key is shown once. */
export const changeKeys = forAccount(async (visit) => {
  const { form } = visit
  const params = { key_id: form['key_id'] ?? '' }
  const days = Number(form['days'])
  if (form['do'] === 'revoke') {
    await visit.ask('DELETE', '/api/auth/keys/:key_id', { params })
    return { redirect: '/account' }
  }
  const made =
    form['do'] === 'rotate'
      ? await visit.ask<z.output<typeof NewKeyAnswer>>('POST', '/api/auth/keys/:key_id/rotate', { params })
      : await visit.ask<z.output<typeof NewKeyAnswer>>('POST', '/api/auth/keys', {
          body: {
            name: form['name'] || null,
            scopes: SCOPES.filter((scope) => form[`scope.${scope}`] === 'yes'),
            ...(days > 0 ? { expires_in_days: days } : {}),
          },
        })
  return page(visit, made.api_key)
})

async function page(visit: Visit, shown: string | null): Promise<Page> {
  const [profile, { items: keys }] = await Promise.all([
    visit.ask<Profile>('GET', '/api/auth/me'),
    visit.ask<{ items: Key[] }>('GET', '/api/auth/keys'),
  ])
  return {
    title: 'Account',
    description: 'Your account and its keys.',
    content: html`<div class="row ends">
        <h1>${profile.display_name ?? profile.username}</h1>
        <form method="post" action="/signout">${visit.token()}<button class="quiet">Sign out</button></form>
      </div>
      ${
        shown === null
          ? ''
          : html`<div class="notice good" role="status">
              <p><b>Your new key.</b> It is shown this once: copy it now.</p>
              <pre data-copy tabindex="0"><code>${shown}</code></pre>
            </div>`
      }
      <dl class="pairs">
        <dt>Username</dt>
        <dd>${profile.username}</dd>
        <dt>E-mail</dt>
        <dd>${profile.email}</dd>
        <dt>Wallet</dt>
        <dd>
          ${profile.solana_wallet ?? 'none'}
          ${profile.solana_wallet === null ? '' : profile.wallet_proved_at === null ? html`<span class="tag warn">not proved</span>` : html`<span class="tag ok">proved</span>`}
        </dd>
        <dt>Since</dt>
        <dd>${moment(profile.created_at)}</dd>
      </dl>
      <h2>API keys</h2>
      <p class="soft">
        For programs that act as you on the market (<code>X-API-Key</code>). Paid calls use service keys:
        <a href="/wallet">your wallet</a>.
      </p>
      ${keys.length === 0 ? html`<p>No key yet.</p>` : keyTable(visit, keys)}
      <h3>Make a key</h3>
      <form class="narrow" method="post" action="/account">
        ${visit.token()}<input type="hidden" name="do" value="make" /> <label for="name">Label</label
        ><input id="name" name="name" maxlength="80" />
        <fieldset>
          <legend>What it may do</legend>
          ${SCOPES.map((scope) => html`<label class="inline"><input type="checkbox" name="scope.${scope}" value="yes" checked /> ${scope}</label>`)}
        </fieldset>
        <label for="days">Days until it expires</label
        ><input id="days" name="days" type="number" min="1" max="3650" placeholder="until it is revoked" />
        <p><button>Make the key</button></p>
      </form>`,
  }
}

const keyTable = (visit: Visit, keys: readonly Key[]): Html =>
  html`<div class="wide" tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col">Key</th>
          <th scope="col">Scopes</th>
          <th scope="col">Last used</th>
          <th scope="col">State</th>
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        ${keys.map(
          (key) =>
            html`<tr>
              <th scope="row">${key.name ?? 'no label'} <code>…${key.last4}</code></th>
              <td>${key.scopes.join(', ')}</td>
              <td>${moment(key.last_used_at)}</td>
              <td>${key.status}</td>
              <td>
                ${key.status === 'active' ? html`${change(visit, key, 'rotate', 'Rotate')} ${change(visit, key, 'revoke', 'Revoke')}` : ''}
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`

const change = (visit: Visit, { key_id: id, last4 }: Key, what: string, label: string): Html =>
  html`<form class="inline" method="post" action="/account" data-confirm="${label} the key that ends in ${last4}?">
    ${visit.token()}<input type="hidden" name="do" value="${what}" /><input type="hidden" name="key_id" value="${id}" />
    <button class="${what === 'revoke' ? 'danger' : 'quiet'} small" aria-label="${label} key ${last4}">${label}</button>
  </form>`
