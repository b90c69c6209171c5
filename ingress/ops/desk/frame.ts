import { createHash } from 'node:crypto'

import type { OperatorInCharge } from '#shared/operators/operator-in-charge.ts'

import { html, Html } from '../../http/html.ts'

/** The look of the other pages, in short. */
const STYLE = `
:root { color-scheme: light dark; --paper: #fbfaf7; --card: #fff; --ink: #1b1c1e; --soft: #5a5e63; --line: #e3e0d8; --brand: #ab3f1b; --bad: #b3261e; font: 16px/1.5 system-ui, sans-serif }
@media (prefers-color-scheme: dark) { :root { --paper: #15171a; --card: #1c1f23; --ink: #eceae5; --soft: #a9aeb4; --line: #2e3238; --brand: #ff8a5c; --bad: #ff9189 } }
body { max-width: 67rem; margin: 0 auto; padding: 1rem; background: var(--paper); color: var(--ink); overflow-wrap: break-word }
header { display: flex; justify-content: space-between; align-items: baseline; gap: 1rem; flex-wrap: wrap }
a { color: var(--brand) } h1 { font-size: 1.7rem; margin: .4rem 0 } h2 { font-size: 1.2rem; margin-top: 2rem }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
caption { text-align: left; color: var(--soft); padding: .5rem .6rem }
.wide { overflow-x: auto; border: 1px solid var(--line); border-radius: 12px; background: var(--card) }
th, td { padding: .4rem .7rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap }
th:first-child, td:first-child { text-align: left } thead th { color: var(--soft); font-size: .85rem }
.bad { color: var(--bad); font-weight: 600 }
dl { display: grid; grid-template-columns: auto 1fr; gap: .2rem 1.2rem; padding: 1rem; border: 1px solid var(--line); border-radius: 12px; background: var(--card) }
dt { color: var(--soft) } dd { margin: 0; min-width: 0; overflow-wrap: anywhere }
nav a { margin-right: 1rem } label { display: block; margin: 1rem 0 .3rem } code { font-size: .875em }
input, button { font: inherit; padding: .4rem .7rem; border: 1px solid var(--soft); border-radius: 8px; background: var(--card); color: var(--ink) }
input { width: min(30rem, 100%); box-sizing: border-box } button { cursor: pointer; margin-top: .4rem }
small { color: var(--soft) } td form { display: inline-block } td input { width: 9rem }
.bar a { margin-right: 1rem; white-space: nowrap } .bar a[aria-current] { font-weight: 700; color: var(--ink) }
.text td { white-space: normal; text-align: left } .text th { text-align: left }
.bars { width: 100%; height: 4rem } .bars rect { fill: var(--brand) } .bars .bad { fill: var(--bad) }
.forms { display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: 1rem } .forms form { padding: 0 1rem 1rem; border: 1px solid var(--line); border-radius: 12px; background: var(--card) }
select { font: inherit; padding: .4rem .7rem; border: 1px solid var(--soft); border-radius: 8px; background: var(--card); color: var(--ink) }
.said { padding: .8rem 1rem; border: 1px solid var(--line); border-radius: 12px; background: var(--card) }
`

// Outside the page template, so that a formatter cannot change the hashed text.
const STYLE_TAG = new Html(`<style>${STYLE}</style>`)
const OWN_STYLE = `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`

/** Content policy: no scripts, no other origins, no frames. The one style sheet is allowed by its hash. */
export const PAGE_CSP = `default-src 'none'; ${OWN_STYLE}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

/** Content policy of the pages behind the login: also the script that shows the pools live. */
export const DESK_CSP = `default-src 'none'; ${OWN_STYLE}; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

const PAGES = [
  ['/ops', 'Overview'],
  ['/ops/search', 'Search'],
  ['/ops/keys', 'Keys'],
  ['/ops/users', 'Users'],
  ['/ops/reports', 'Reports'],
  ['/ops/disputes', 'Disputes'],
  ['/ops/cards', 'Cards'],
  ['/ops/payouts', 'Payouts'],
  ['/ops/settings', 'Settings'],
  ['/ops/log', 'Log'],
  ['/ops/operators', 'Operators'],
  ['/ops/queues', 'Queues'],
] as const

/** Renders a page without navigation: the login form. */
export const bareFrame = (title: string, body: Html): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${STYLE_TAG}
      </head>
      <body>
        ${body}
      </body>
    </html> `.text

/** Renders a page of operators: who is signed in, the navigation bar, and its content. */
export const deskFrame = (title: string, path: string, { name, role }: OperatorInCharge, content: Html): string =>
  bareFrame(
    `${title} · Farebox operator`,
    html`<header>
        <b>Farebox operator</b>
        <form method="post" action="/ops/logout">
          <small>${name}${role === 'root' ? '' : `, ${role}`}</small> <button>Log out</button>
        </form>
      </header>
      <nav class="bar" aria-label="Operator">
        ${PAGES.map(([href, text]) => html`<a href="${href}" ${href === path ? CURRENT : NOTHING}>${text}</a> `)}
      </nav>
      <main>
        <h1>${title}</h1>
        ${content}
      </main>
      <script defer src="/ops/live.js"></script>`,
  )

const CURRENT = html`aria-current="page"`
const NOTHING = html``

/** Renders the login form, with the problem of the last attempt. */
export const loginPage = (problem = ''): string =>
  bareFrame(
    'Farebox operator login',
    html`<main>
      <h1>Farebox operator</h1>
      <form method="post" action="/ops">
        <label for="token">Your operator token, or the admin token</label>
        <input id="token" name="token" type="password" autocomplete="current-password" required autofocus />
        <button>Log in</button>
        ${problem === '' ? '' : html`<p class="bad" role="alert">${problem}</p>`}
      </form>
    </main>`,
  )
