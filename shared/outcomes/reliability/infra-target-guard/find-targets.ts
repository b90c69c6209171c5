import { environmentOf } from './environment-name.ts'
import { canonicalHost, networkPlace } from './network-place.ts'
import type { TargetVerdict } from './target-verdict.ts'

export type Target = TargetVerdict['resolved'][number] & {
  /** Which input of `expected` it can be compared with. */
  field: 'account_id' | 'region' | 'project' | 'cluster' | 'namespace' | 'host' | null
}

const MOST = 100

/** What a text names by the shape of the names alone: ARNs, URLs, connection strings, buckets, cloud paths, addresses. */
export function findTargets(text: string, where: string): Target[] {
  const found: Target[] = []
  const taken: [number, number][] = []
  for (const { pattern, read } of shapes) {
    for (const match of text.matchAll(pattern)) {
      if (found.length >= MOST) return found
      const [start, end] = [match.index, match.index + match[0].length]
      if (taken.some(([from, to]) => start < to && from < end)) continue
      taken.push([start, end])
      found.push(...read(match, where))
    }
  }
  return found
}

/** A target with the environment its name speaks of. */
export function namedTarget(kind: Target['kind'], value: string, where: string, more: Partial<Target> = {}): Target {
  const { environment, confidence, word } = environmentOf(value)
  return {
    kind,
    value: value.slice(0, 500),
    environment_guess: environment,
    confidence,
    evidence: word === null ? `${where}; no word of an environment in it` : `${where}; the word "${word}"`,
    account: null,
    region: null,
    field: null,
    ...more,
  }
}

/** A host or an address; loopback is dev whatever it is called. */
export function hostTarget(host: string, where: string): Target {
  const plain = canonicalHost(host)
  const place = networkPlace(host)
  const target = namedTarget(place === 'name' || plain === 'localhost' ? 'host' : 'ip', plain, where, {
    field: 'host',
    region: /[.-]([a-z]{2}-(?:[a-z]+-)?[a-z]+-\d)[.-]/.exec(plain)?.[1] ?? null,
  })
  if (place !== 'loopback') return target
  return { ...target, environment_guess: 'dev', confidence: 0.8, evidence: `${where}; loopback` }
}

type Shape = { pattern: RegExp; read: (match: RegExpExecArray, where: string) => Target[] }

const urlsOf = ([, scheme = '', authority = '', path = '']: RegExpExecArray, where: string): Target[] => {
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '')
  const isWeb = /^(?:https?|ssh|tcp|ftp|wss?|rdp|sftp)$/i.test(scheme)
  const kind = isWeb ? (/\.git(?:\/|$)|^\/?[\w.-]+\/[\w.-]+$/.test(path) && /git/i.test(host) ? 'repo' : null) : 'db'
  const inner = kind === null ? [] : [namedTarget(kind, `${host}${path.split(/[?#]/)[0] ?? ''}`, where)]
  return host === ''
    ? inner
    : [
        ...inner,
        ...host
          .split(',')
          .slice(0, 10)
          .map((one) => hostTarget(one.replace(/:\d*$/, ''), where)),
      ]
}

/** In the order they are tried; a place belongs to the first that matches. */
const shapes: readonly Shape[] = [
  {
    pattern: /\barn:aws[\w-]{0,10}:([\w-]{0,40}):([\w-]{0,30}):(\d{0,12}):([^\s'",;]{1,500})/g,
    read: ([value, , region = '', account = ''], where) => [
      namedTarget('arn', value, where, { account: account || null, region: region || null }),
    ],
  },
  {
    pattern: /\b(?:s3a?|gs|abfss?|r2):\/\/([^\s'"/;|&]{1,255})/gi,
    read: ([, bucket = ''], where) => [namedTarget('bucket', bucket, where)],
  },
  { pattern: /\b(?:jdbc:)?([a-z][a-z0-9+.-]{1,20}):\/\/([^\s'"/?#;|&<>]{0,500})([^\s'";|<>]{0,500})/gi, read: urlsOf },
  {
    pattern: /\/?\bsubscriptions\/([\w-]{1,64})(?:\/resourceGroups\/([\w.()-]{1,90}))?/gi,
    read: ([value, account = ''], where) => [namedTarget('azure', value, where, { account })],
  },
  {
    pattern: /\bprojects\/([a-z][\w-]{1,62})(?:\/(?:zones|regions|locations)\/([\w-]{1,40}))?/g,
    read: ([value, account = '', region], where) => [
      namedTarget('gcp', value, where, { account, region: region ?? null, field: 'project' }),
    ],
  },
  {
    pattern: /\bgit@([\w.-]{1,200}):([\w./-]{1,200})/g,
    read: ([, host = '', path = ''], where) => [namedTarget('repo', `${host}/${path}`, where), hostTarget(host, where)],
  },
  {
    pattern: /\b(?:host|hostaddr|server|data source|addr)\s?=\s?([\w.-]{1,253})/gi,
    read: ([, host = ''], where) => [hostTarget(host, where)],
  },
  {
    pattern: /\b(?:dbname|database|initial catalog)\s?=\s?([\w.-]{1,128})/gi,
    read: ([, name = ''], where) => [namedTarget('db', name, where)],
  },
  { pattern: /\bfd[0-9a-f]{2}(?::[0-9a-f]{0,4}){2,7}/gi, read: ([host], where) => [hostTarget(`[${host}]`, where)] },
  {
    pattern: /(?<![\w.])\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?![\w.])/g,
    read: ([host], where) => [hostTarget(host, where)],
  },
  {
    pattern:
      /(?<![\w./@-])(?:[\w-]{1,40}@)?((?:[a-z0-9](?:[\w-]{0,61}[a-z0-9])?\.){1,8}(?:com|net|org|io|dev|cloud|app|internal|local|localdomain|corp|intra|lan|example|test|co|eu|de|us|uk|ai|sh|tech|svc|localhost))(?![\w-]|\.[a-z])/gi,
    read: ([, host = ''], where) => [hostTarget(host, where)],
  },
  { pattern: /(?<![\w.-])localhost(?![\w.-])/gi, read: ([host], where) => [hostTarget(host, where)] },
]
