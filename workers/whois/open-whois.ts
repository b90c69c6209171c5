import { Refusal } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import type { WhoisDoor } from '#shared/doors/whois.ts'

import { dial } from '../egress/dial.ts'
import type { EgressPolicy } from '../egress/policy.ts'
import { askWhois } from './ask-whois.ts'

const PORT = 43
const ASK_MS = 4_000
/** Cache lifetime in ms. The servers of top-level domains hardly ever change. */
const SERVER_MS = 86_400_000
const MOST_SERVERS = 2_000

/**
 * Opens WHOIS lookups. The root server names the other servers, so these are dialled through the egress policy: public
 * addresses only.
 */
export function openWhois({
  root,
  policy,
  log,
}: {
  /** `host`, `host:port` or `off`. */
  root: string
  policy: Pick<EgressPolicy, 'resolve'>
  log: Log
}): WhoisDoor {
  const servers = new Map<string, { server: string | null; until: number }>()

  const ask = async (server: string, line: string, signal: AbortSignal): Promise<string> => {
    const [host = '', port = String(PORT)] = server.split(':')
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(ASK_MS)])
    try {
      const socket = await dial(await policy.resolve(host, Number(port)), { timeoutMs: ASK_MS })
      return await askWhois(socket, line, bounded)
    } catch (error) {
      signal.throwIfAborted()
      log.warn({ server, reason: error instanceof Error ? error.message.slice(0, 120) : '' }, 'whois failed')
      throw new Refusal('upstream_unavailable', `The WHOIS server ${server} did not answer; nothing was charged.`, {
        retryAfterS: 10,
        fix: { action: 'Send the call again in 10 s or later.' },
        extra: { tried: [{ source: server, problem: bounded.aborted ? 'timeout' : 'unreachable' }] },
      })
    }
  }

  const serverOf = async (tld: string, signal: AbortSignal): Promise<string | null> => {
    const known = servers.get(tld)
    if (known !== undefined && known.until > performance.now()) return known.server
    const server = refersTo(await ask(root, tld, signal))
    if (servers.size >= MOST_SERVERS) servers.clear()
    servers.set(tld, { server, until: performance.now() + SERVER_MS })
    return server
  }

  return {
    async ask(domain, signal) {
      if (root === 'off') return null
      const server = await serverOf(domain.slice(domain.lastIndexOf('.') + 1), signal)
      if (server === null) return null
      const text = await ask(server, domain, signal)
      return { server, text, retrievedAt: new Date().toISOString() }
    },
  }
}

/** The server that IANA's record of a top-level domain names; null if none. */
function refersTo(text: string): string | null {
  const found = /^(?:whois|refer):[ \t]*([a-z0-9][a-z0-9.-]{2,252}(?::\d{1,5})?)[ \t]*$/im.exec(text)
  return found?.[1]?.toLowerCase() ?? null
}
