import { createHmac, timingSafeEqual } from 'node:crypto'

import type { Config } from '#shared/config.ts'
import { Refusal } from '#shared/errors.ts'

import type { Limiter } from '../http/limiter.ts'

/** The operator's session cookie. */
export const SESSION_COOKIE = 'fb_ops'
/** How long a session lasts, in seconds. */
export const SESSION_S = 12 * 60 * 60

// A bearer token can be guessed as often as it is sent, so guessing has a ceiling; a scraper or script stays below it.
const BEARER_RULE = { name: 'ops-token', points: 600, windowS: 60 }
const SESSION_FORM = /^(\d{10})\.([A-Za-z0-9_-]{43})$/

/** What a request shows of who sent it. */
type Visitor = { authorization: string; session: string | undefined; ip: string }

/** Who counts as the operator: the bearer of ADMIN_TOKEN, or of a session that was opened with it. */
export type Admin = {
  /** Compares in constant time. */
  isToken: (candidate: string) => boolean
  /** The cookie value of a session that starts now. Holds its end and an HMAC of it, nothing of the token. */
  openSession: () => string
  /** How the visitor is the operator; null when not. */
  admit: (visitor: Visitor) => Promise<'token' | 'session' | null>
}

/**
 * The operator check of one ingress; null when no ADMIN_TOKEN is set. Sessions are not stored: every ingress knows a
 * valid one by its HMAC under a key made of SERVER_SECRET and ADMIN_TOKEN, and changing either ends them all.
 */
export function createAdmin(
  config: Pick<Config, 'ADMIN_TOKEN' | 'SERVER_SECRET'>,
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
        await limiter.take(BEARER_RULE, ip)
      } catch (error) {
        // Over the ceiling a stranger sees what every stranger sees.
        if (error instanceof Refusal) return null
        throw error
      }
      return isToken(candidate) ? 'token' : null
    },
  }
}
