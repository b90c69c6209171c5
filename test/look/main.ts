import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { type Cookies, lookAt, VIEWS } from './look-at.ts'
import { openLookBrowser } from './look-browser.ts'

/** Takes pictures of the pages of a running Farebox in all views, and prints what axe-core says of them. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8402' },
    folder: { type: 'string', default: '.farebox/look' },
    admin: { type: 'string' },
  },
})
const { url, folder, admin } = values

/** Opens an account for the pages that need one, and returns the cookies of its session. */
async function signedIn(): Promise<Cookies> {
  const username = `look${randomUUID().slice(0, 8)}`
  const body = { username, email: `${username}@look.example`, password: randomUUID(), terms_accepted: true }
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  })
  // Safe: the answer of a registration.
  const { access_token: value } = (await response.json()) as { access_token: string }
  return [{ name: 'fb_session', value, url }]
}

/** Signs in as an operator, whose pages are looked at too where `--admin` gives the token. */
async function operatorSession(token: string): Promise<Cookies> {
  const response = await fetch(`${url}/ops`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: url },
    body: new URLSearchParams({ token }),
    signal: AbortSignal.timeout(30_000),
  })
  const [pair] = (response.headers.get('set-cookie') ?? '').split(';')
  const [name, value] = (pair ?? '').split('=')
  if (!name || !value) throw new Error(`No operator has this token: the sign-in answered ${response.status}.`)
  return [{ name, value, url }]
}

/** The path of the first thing that a list of the API names; nothing where the list is empty. */
async function firstOf(path: string, pattern: RegExp, prefix: string): Promise<string[]> {
  const [id] = pattern.exec(await (await fetch(url + path)).text()) ?? []
  return id === undefined ? [] : [prefix + id]
}

/** Pages that every installation has. */
const PATHS =
  '/ /?q=repair+json /o/json-repair /o/screenshot /docs /docs?q=refund /docs/payments /docs/errors /docs/api /status /nowhere ' +
  '/market /jobs /signin /register /terms /wallet /account /account/webhooks /account/sign-ins /account/leave /library /sell ' +
  '/jobs/new /jobs/mine'

const OPERATOR_PATHS =
  '/ops /ops/search /ops/keys /ops/users /ops/reports /ops/disputes /ops/cards /ops/payouts /ops/settings /ops/log /ops/operators'

const everyPage = async () => [
  ...PATHS.split(' '),
  ...(await firstOf('/api/listings?limit=1', /lst_\w+/, '/l/')),
  ...(await firstOf('/api/listings?limit=1&listing_type=auction', /lst_\w+/, '/l/')),
  ...(await firstOf('/api/listings?limit=1', /usr_\w+/, '/u/')),
  ...(await firstOf('/api/v1/jobs-feed?limit=1', /job_[0-9a-f]{20,}/, '/jobs/')),
  ...(admin === undefined ? [] : OPERATOR_PATHS.split(' ')),
]

mkdirSync(folder, { recursive: true })
const cookies = [...(await signedIn()), ...(admin === undefined ? [] : await operatorSession(admin))]
const { browser, close } = await openLookBrowser()
let faulty = 0
try {
  for (const path of positionals.length > 0 ? positionals : await everyPage()) {
    for (const view of VIEWS) {
      const file = path.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '') || 'home'
      const faults = await lookAt(browser, url + path, view, { folder, file, cookies })
      if (faults.length > 0) {
        faulty += 1
        console.log(`${path} ${view.name}\n  ${faults.join('\n  ')}`)
      }
    }
  }
} finally {
  await close()
}
console.log(faulty === 0 ? `Nothing found. The pictures are in ${folder}.` : `${faulty} views with faults.`)
process.exitCode = faulty === 0 ? 0 : 1
