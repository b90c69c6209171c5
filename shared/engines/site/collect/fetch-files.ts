import { Refusal } from '#shared/errors.ts'
import type { EgressDoor } from '#shared/doors/egress.ts'

import { type AgentFile, type AgentFileKind, readAgentFile } from '../files/read-agent-file.ts'
import { type LlmsTxt, readLlmsTxt } from '../files/read-llms-txt.ts'
import { readSecurityTxt, type SecurityTxt } from '../files/read-security-txt.ts'
import { type Robots, readRobots } from '../files/robots.ts'
import { isSameSite } from '../same-site.ts'
import { fetchText, isThere } from './fetch-text.ts'

type Doors = { egress: EgressDoor; signal: AbortSignal; now: () => Date }

/** `robots` is null when there is none to go by: absent (everything is allowed) or failing (nothing is). */
export type RobotsFile = { url: string; status: number; robots: Robots | null }

export async function fetchRobots({ egress, signal }: Doors, origin: string): Promise<RobotsFile> {
  const file = await fetchText(egress, `${origin}/robots.txt`, { mostBytes: 524_288, signal })
  const { url, status } = file
  return { url, status, robots: isThere(file) ? readRobots(file.text) : null }
}

export type SecurityTxtFile = { url: string; file: SecurityTxt | null }

/** At its place, or at the root, where it stood before RFC 9116. */
export async function fetchSecurityTxt({ egress, signal, now }: Doors, origin: string): Promise<SecurityTxtFile> {
  for (const path of ['/.well-known/security.txt', '/security.txt']) {
    const file = await fetchText(egress, origin + path, { mostBytes: 65_536, signal })
    const read = isThere(file) ? readSecurityTxt(file.text, now()) : null
    if (read !== null && (read.contacts.length > 0 || read.expires !== null)) return { url: file.url, file: read }
  }
  return { url: `${origin}/.well-known/security.txt`, file: null }
}

export type LlmsTxtFile = { url: string; bytes: number; file: LlmsTxt | null }

export async function fetchLlmsTxt({ egress, signal }: Doors, origin: string): Promise<LlmsTxtFile> {
  const file = await fetchText(egress, `${origin}/llms.txt`, { mostBytes: 524_288, signal })
  return isThere(file)
    ? { url: file.url, bytes: file.bytes, file: readLlmsTxt(file.text) }
    : { url: `${origin}/llms.txt`, bytes: 0, file: null }
}

export type AgentFiles = Readonly<Record<AgentFileKind, AgentFile | null>>

const PLACES: Readonly<Record<AgentFileKind, readonly string[]>> = {
  x402: ['/.well-known/x402', '/.well-known/x402.json'],
  mcp: ['/.well-known/mcp.json', '/.well-known/mcp/server-card.json'],
  openapi: ['/openapi.json'],
}

/** The files by which a site shows itself to agents. `serviceDescription` is where its page says its API document is. */
export async function fetchAgentFiles(
  doors: Doors,
  origin: string,
  serviceDescription: string | null,
): Promise<AgentFiles> {
  const announced = serviceDescription !== null && isSameSite(serviceDescription, origin) ? [serviceDescription] : []
  const find = async (kind: AgentFileKind, more: readonly string[] = []) => {
    for (const url of new Set([...more, ...PLACES[kind].map((path) => origin + path)])) {
      const file = await fetchText(doors.egress, url, { mostBytes: 2_000_000, signal: doors.signal })
      const read = isThere(file) ? readAgentFile(kind, file.text, file.url) : null
      if (read !== null) return read
    }
    return null
  }
  const [x402, mcp, openapi] = await Promise.all([find('x402'), find('mcp'), find('openapi', announced)])
  return { x402, mcp, openapi }
}

/** Behaviour of the plain http URL: redirects to https, answers itself, or is closed (`status` null). */
export type PlainHttp = { status: number | null; location: string | null }

export async function fetchPlainHttp({ egress, signal }: Doors, host: string): Promise<PlainHttp> {
  try {
    const answer = await egress.fetch(`http://${host}/`, {
      maxRedirects: 0,
      maxBytes: 16_384,
      maxWireBytes: 16_384,
      overflow: 'truncate',
      timeoutMs: 5_000,
      signal,
    })
    return { status: answer.status, location: answer.redirect }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'upstream_unavailable') return { status: null, location: null }
    throw error
  }
}
