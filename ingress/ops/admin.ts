import { createHmac } from 'node:crypto'

import type { Config } from '#shared/config.ts'
import { Refusal } from '#shared/errors.ts'
import { anyTokenCheck } from '#shared/lib/any-token-check.ts'
import { type OperatorInCharge, ROOT } from '#shared/operators/operator-in-charge.ts'

import type { Limiter } from '../http/limiter.ts'

/** The operator's session cookie. */
export const SESSION_COOKIE = 'fb_ops'
/** Lifetime of a session in seconds. */
export const SESSION_S = 12 * 60 * 60

/** End in Unix seconds, for a named operator the hex digits of the id, and the HMAC of both. */
const SESSION_FORM = /^(\d{10})\.(?:([0-9a-f]{32})\.)?([A-Za-z0-9_-]{43})$/

/** The credentials and address of a request. */
type Visitor = { authorization: string; session: string | undefined; ip: string }

/** Who authenticated, and how. */
export type Admitted = { by: 'token' | 'session'; operator: OperatorInCharge }

/** Finds named operators; null for those who do not exist and those who were revoked. */
export type NamedOperators = {
  ofToken: (token: string) => Promise<OperatorInCharge | null>
  byId: (id: string) => Promise<OperatorInCharge | null>
}

/** Authenticates operators: by ADMIN_TOKEN or the token of a named operator, or by a session opened with one. */
export type Admin = {
  /** The operator whose token this is; null for every other text. ADMIN_TOKEN is compared in constant time. */
  signIn: (token: string) => Promise<OperatorInCharge | null>
  /**
   * Returns the cookie value of a new session: its end (Unix seconds), the id of a named operator, and an HMAC of both.
   * Contains nothing of a token.
   */
  openSession: (operator: OperatorInCharge) => string
  /** How the visitor authenticated; null if not. */
  admit: (visitor: Visitor) => Promise<Admitted | null>
}

/**
 * Creates the operator check; null without ADMIN_TOKEN. Each of its tokens is valid. Sessions are not stored: their HMAC
 * key is derived from SERVER_SECRET and the first token, so every ingress can verify them, and they end when that token
 * is no longer listed or SERVER_SECRET changes. A named operator is looked up at each request, so that revoking one
 * takes effect at once.
 */
export function createAdmin(
  config: Pick<Config, 'ADMIN_TOKEN' | 'SERVER_SECRET' | 'limits'>,
  limiter: Limiter,
  now: () => Date,
  named: NamedOperators,
): Admin | null {
  const rootTokens = config.ADMIN_TOKEN
  if (rootTokens === undefined) return null
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  const sessionKeys = rootTokens.map((token) => hmac(config.SERVER_SECRET, `ops-session-v1:${token}`))
  const isRootToken = anyTokenCheck(rootTokens)
  const nowS = () => Math.floor(now().getTime() / 1_000)
  /** Seals of a session: one for each token, in their order. */
  const sealsOf = (endS: string, hex: string) =>
    sessionKeys.map((key) => hmac(key, hex === '' ? `session:${endS}` : `session:${endS}:${hex}`).toString('base64url'))

  const signIn = async (token: string) => (isRootToken(token) ? ROOT : named.ofToken(token))
  const ofSession = async (value: string): Promise<OperatorInCharge | null> => {
    const [, endS, hex = '', mac] = SESSION_FORM.exec(value) ?? []
    if (endS === undefined || mac === undefined) return null
    if (!anyTokenCheck(sealsOf(endS, hex))(mac) || Number(endS) <= nowS()) return null
    return hex === '' ? ROOT : named.byId(hex)
  }

  return {
    signIn,
    openSession({ id }) {
      const endS = String(nowS() + SESSION_S)
      const hex = id?.replaceAll('-', '') ?? ''
      return [endS, ...(hex === '' ? [] : [hex]), sealsOf(endS, hex)[0]].join('.')
    },
    async admit({ authorization, session, ip }) {
      const seated = session === undefined ? null : await ofSession(session)
      if (seated !== null) return { by: 'session', operator: seated }
      const [, candidate] = /^bearer +(\S+) *$/i.exec(authorization) ?? []
      if (candidate === undefined) return null
      try {
        // Limits guessing. Scrapers and scripts stay below this.
        await limiter.take(config.limits['ops-token'], ip)
      } catch (error) {
        // Over the limit: answer like any unauthenticated request.
        if (error instanceof Refusal) return null
        throw error
      }
      const operator = await signIn(candidate)
      return operator === null ? null : { by: 'token', operator }
    },
  }
}
