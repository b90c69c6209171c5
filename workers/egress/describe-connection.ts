import type { Socket } from 'node:net'
import { checkServerIdentity, type PeerCertificate, TLSSocket } from 'node:tls'

import type { EgressConnection, EgressTls } from '#shared/doors/egress.ts'

/** Describes a connection: HTTP version and TLS. Contains no address. */
export function describeConnection(socket: Socket | TLSSocket, hostname: string): EgressConnection {
  if (!(socket instanceof TLSSocket)) return { httpVersion: '1.1', tls: null }
  return { httpVersion: socket.alpnProtocol === 'h2' ? '2' : '1.1', tls: describeTls(socket, hostname) }
}

function describeTls(socket: TLSSocket, hostname: string): EgressTls {
  const certificate = socket.getPeerCertificate()
  return {
    protocol: socket.getProtocol() ?? 'unknown',
    cipher: socket.getCipher().standardName,
    subject: nameIn(certificate.subject),
    issuer: nameIn(certificate.issuer),
    validFrom: isoOf(certificate.valid_from),
    validTo: isoOf(certificate.valid_to),
    names: sanOf(certificate),
    sanMatch: checkServerIdentity(hostname, certificate) === undefined,
    trusted: socket.authorized,
    problem: socket.authorized ? null : problemOf(socket.authorizationError),
  }
}

/** The authorization error is a code in some versions of Node and an Error in others. */
function problemOf(error: unknown): string {
  if (typeof error === 'string') return error
  return error instanceof Error && 'code' in error ? String(error.code) : 'UNVERIFIED'
}

function nameIn(names: PeerCertificate['subject'] | undefined): string | null {
  const name = names?.CN ?? names?.O
  // An attribute that occurs twice is an array.
  return (Array.isArray(name) ? name[0] : name) ?? null
}

function sanOf({ subjectaltname }: PeerCertificate): string[] {
  return (subjectaltname ?? '')
    .split(', ')
    .map((entry) => entry.replace(/^(?:DNS|IP Address):/, ''))
    .filter((entry) => entry !== '')
    .slice(0, 100)
}

function isoOf(date: string | undefined): string | null {
  const time = Date.parse(date ?? '')
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}
