import { pino, type DestinationStream, type LogFn, type Logger } from 'pino'

import { repeatLimit } from './lib/concurrency/repeat-limit.ts'

/** What is logged to. There is no `child`: pino writes a child's bindings past the cleaning below. */
export type Log = Pick<Logger, 'fatal' | 'error' | 'warn' | 'info' | 'debug'>

/** Fields whose value is never written, at whatever depth and in whatever case. Ids (`keyId`, `callId`) are not secret. */
const SECRET_FIELD =
  /authorization|cookie|secret|password|token$|key$|signature$|^(?:x-)?payment(?:-\w+)?$|^(?:body|rawbody|input|result)$/i
const MAX_DEPTH = 5
const MAX_ITEMS = 50
const MAX_TEXT = 4_000

/** pino's number of `warn`. */
const WARN = 40
/**
 * Lines of one message (and outcome) in ten seconds; what is beyond is counted in the next one, as `unsaid`. So a flood,
 * or an outage that every request meets, cannot fill a disk: together under 100 MB an hour.
 */
const MOST_TROUBLES = 5
const MOST_NEWS = 1_000

/**
 * JSON lines on stdout, one object a line. Call sites pass ids and numbers only; what is cut here is the second net, for
 * a header bag, a body or a request that is logged by mistake: secret fields by their name, then everything that looks
 * like a key, a call token, a payment, a signature or a password in an address, wherever in the line it stands.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { log: (fields: object) => cleanObject(fields, 0) },
    // The error is plain data by then; pino's own serializer would take it for one and name it anew.
    serializers: { err: (cleaned: unknown) => cleaned },
    hooks: { streamWrite: scrub, logMethod: sparingly() },
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}

/** Writes a line unless its message was written too often of late. The last words of a process are always written. */
function sparingly() {
  const mayRepeat = repeatLimit()
  return function write(this: Logger, args: Parameters<LogFn>, method: LogFn, level: number): void {
    // Safe: whatever a caller of the log handed over.
    const [first, ...rest] = args as unknown[]
    const [second] = rest
    const fields = typeof first === 'object' && first !== null ? first : {}
    const kind = `${typeof first === 'string' ? first : String(second)} ${'slug' in fields ? String(fields.slug) : ''}`
    const unsaid = level > WARN + 10 ? 0 : mayRepeat(kind, level < WARN ? MOST_NEWS : MOST_TROUBLES)
    if (unsaid === null) return
    if (unsaid === 0 || fields instanceof Error) method.apply(this, args)
    else if (typeof first === 'string') method.call(this, { unsaid }, first, ...rest)
    else method.call(this, { ...fields, unsaid }, typeof second === 'string' ? second : '', ...rest.slice(1))
  }
}

function cleanObject(fields: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, SECRET_FIELD.test(name) ? '[redacted]' : clean(value, depth)]),
  )
}

/** Plain data stays; of anything else (a request, a buffer, a connection) only its kind is written. */
function clean(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.slice(0, MAX_TEXT)
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Error) return cleanError(value)
  if (value instanceof Date) return value
  if (depth >= MAX_DEPTH) return '[deep]'
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item: unknown) => clean(item, depth + 1))
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === Object.prototype || prototype === null) return cleanObject(value, depth + 1)
  return `[${value.constructor.name}]`
}

/** A fault's class, code, message and frames. A parser quotes what it could not parse, so its quotation is cut. */
function cleanError(error: Error) {
  const { code } = error as { code?: unknown }
  const message = error instanceof SyntaxError ? error.message.replace(/"[\s\S]*"/, '"[cut]"') : error.message
  const frames = (error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line))
  return {
    type: error.name,
    message: message.slice(0, MAX_TEXT),
    stack: frames.join('\n').slice(0, MAX_TEXT),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
  }
}

/** Works on the finished line; no pattern can match a quote or a backslash, so the line stays JSON. */
const scrub = (line: string) =>
  line
    .replace(/fb_(live|test)_[a-z]{2}_[A-Za-z0-9]+/g, 'fb_[redacted]')
    .replace(/fbr_[A-Za-z0-9_-]{20,}/g, 'fbr_[redacted]')
    .replace(/ct_[A-Za-z0-9_-]{20,}/g, 'ct_[redacted]')
    .replace(/0x[0-9a-f]{130,}/gi, '0x[redacted]')
    .replace(/\beyJ[\w+/=.-]{40,}/g, '[redacted]')
    .replace(/\b(bearer|basic) [\w.~+/=-]{8,}/gi, '$1 [redacted]')
    .replace(/:\/\/[^\s"\\/@]+@/g, '://[redacted]@')
