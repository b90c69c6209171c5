import type { Context } from 'koa'

import type { IngressDeps } from '../deps.ts'
import type { TextDocument } from '../discovery/text-document.ts'
import type { Html } from '../http/html.ts'
import type { Reply, Route } from '../http/route.ts'
import type { AskedOfRoute } from '../surface/serve-routes.ts'

/** Scripts that a page may load, beside htmx and what every page has. `card` brings that of the card processor with it. */
export type PageScript = 'chart' | 'api' | 'card'

/** What a page shows inside the frame that all pages share. */
export type Page = {
  title: string
  /** One sentence for search engines and previews. */
  description: string
  content: Html
  status?: number
  /** The entry of the navigation bar that is current. */
  nav?: string
  scripts?: readonly PageScript[]
  /** Path or URL of the picture of previews. */
  image?: string
  /** It belongs to one visitor: neither indexed nor cached. */
  isPrivate?: boolean
  bodyClass?: string
  /** Who sees the same page but for the token of its forms: everybody, or all without an account and a key. Such a page is kept for two seconds. */
  sameFor?: 'all' | 'strangers'
}

/** The answer to a request for a page. */
export type PageAnswer =
  | Page
  | { redirect: string }
  | { document: TextDocument; headers?: Record<string, string> }
  | { fragment: Html }
  /** What a route of the API answers, such as a file. */
  | { reply: Reply }

/** One request for a page. */
export type Visit = {
  ctx: Context
  deps: IngressDeps
  routes: readonly Route[]
  params: Readonly<Record<string, string>>
  /** Query parameters, the first of a name. */
  query: Readonly<Record<string, string>>
  /** Fields of a form, whose token was checked. Empty for GET. */
  form: Readonly<Record<string, string>>
  /** Token of the session of an account; null when nobody is signed in. */
  session: string | null
  /** Service key that this browser pays with; null for none. */
  serviceKey: string | null
  /** Hidden field with the token that every form needs. Sets the cookie it belongs to. */
  token: () => Html
  /** The token alone, as `token` writes it; null while no form of the page has one. */
  tokenText: () => string | null
  setCookie: (name: PageCookie, value: string, maxAgeS: number) => void
  /**
   * Answers from a route of the API, with its limits, checks and refusals. The account that is signed in asks. Throws
   * Refusals.
   */
  reply: (method: Route['method'], path: string, asked?: AskedOfRoute) => Promise<Reply>
  /** The body of such an answer. Throws Refusals, also for an answer that is an error. */
  ask: <Body>(method: Route['method'], path: string, asked?: AskedOfRoute) => Promise<Body>
}

export type PageCookie = 'fb_session' | 'fb_key' | 'fb_visit'

/** Shows a page. Throws Refusals. */
export type ShowPage = (visit: Visit) => Promise<PageAnswer> | PageAnswer
