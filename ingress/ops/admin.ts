import { createHmac, timingSafeEqual } from 'node:crypto'

import type { Config } from '#shared/config.ts'
import { Refusal } from '#shared/errors.ts'

import type { Limiter } from '../http/limiter.ts'

/** The operator's session cookie. */
export const SESSION_COOKIE = 'fb_ops'
/** Lifetime of a session in seconds. */
export const SESSION_S = 12 * 60 * 60

// Limits guessing of the bearer token. Scrapers and scripts stay below this.
const SESSION_FORM = /^(\d{10})\.([A-Za-z0-9_-]{43})$/

/** The credentials and address of a request. */
type Visitor = { authorization: string; session: string | undefined; ip: string }

/** Authenticates the operator: by ADMIN_TOKEN as bearer token, or by a session opened with it. */
export type Admin = {
  /** Compares a candidate with ADMIN_TOKEN in constant time. */
  isToken: (candidate: string) => boolean
  /**
   * Returns the cookie value of a new session: its end (Unix seconds) and an HMAC of that. Contains nothing of the
   * token.
   */
  openSession: () => string
  /** How the visitor authenticated; null if not. */
  admit: (visitor: Visitor) => Promise<'token' | 'session' | null>
}

/**
 * Creates the operator check; null without ADMIN_TOKEN. Sessions are not stored: their HMAC key is derived from
 * SERVER_SECRET and ADMIN_TOKEN, so every ingress can verify them and changing either ends them all.
 */
export function createAdmin(
  config: Pick<Config, 'ADMIN_TOKEN' | 'SERVER_SECRET' | 'limits'>,
  limiter: Limiter,
  now: () => Date,
): Admin | null {
  const token = config.ADMIN_TOKEN
  if (token === undefined) return null
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  const sessionKey = hmac(config.SERVER_SECRET, `ops-session-v1:${token}`)
  const tokenDigest = hmac(sessionKey, token)
  const nowS = () => Math.floor(now().getTime() / 1_000)
  const seal = (endS: string) => hmac(sessionKey, `session:${endS}`)

  const isToken = (candidate: string) => timingSafeEqual(hmac(sessionKey, candidate), tokenDigest)
  const isSession = (value: string) => {
    const [, endS, mac] = SESSION_FORM.exec(value) ?? []
    if (endS === undefined || mac === undefined) return false
    return timingSafeEqual(Buffer.from(mac, 'base64url'), seal(endS)) && Number(endS) > nowS()
  }

  return {
    isToken,
    openSession() {
      const endS = String(nowS() + SESSION_S)
      return `${endS}.${seal(endS).toString('base64url')}`
    },
    async admit({ authorization, session, ip }) {
      if (session !== undefined && isSession(session)) return 'session'
      const [, candidate] = /^bearer +(\S+) *$/i.exec(authorization) ?? []
      if (candidate === undefined) return null
      try {
        await limiter.take(config.limits['ops-token'], ip)
      } catch (error) {
        // Over the limit: answer like any unauthenticated request.
        if (error instanceof Refusal) return null
        throw error
      }
      return isToken(candidate) ? 'token' : null
    },
  }
}
