import { pino, type DestinationStream, type LogFn, type Logger } from 'pino'

import { repeatLimit } from './lib/concurrency/repeat-limit.ts'

/** The logger. It has no `child`, because pino writes a child's bindings without the cleaning below. */
export type Log = Pick<Logger, 'fatal' | 'error' | 'warn' | 'info' | 'debug'>

/** Where in a trace a line is written. */
export type TracePlace = { traceId: string; spanId: string }

/** Fields whose values are never logged, at any depth and in any case. Ids (`keyId`, `callId`) are not secret. */
const SECRET_FIELD =
  /authorization|cookie|secret|password|token$|key$|signature$|^(?:x-)?payment(?:-\w+)?$|^(?:body|rawbody|input|result)$/i
const MAX_DEPTH = 5
const MAX_ITEMS = 50
const MAX_TEXT = 4_000

/** pino's level number of `warn`. */
const WARN = 40
/**
 * Maximum lines per message (and outcome) in ten seconds. Further ones are counted in `unsaid` of the next line. This
 * keeps floods and outages from filling a disk: under 100 MB an hour in total.
 */
const MOST_TROUBLES = 5
const MOST_NEWS = 1_000

/**
 * Writes JSON lines to stdout, one object per line. Call sites pass only ids and numbers. The redaction here is a
 * second safeguard for headers, bodies or requests logged by mistake: it removes secret fields by name, then everything
 * in the line that looks like a key, a call token, a payment, a signature or a password in a URL. With `placeOf` each line
 * that is written within a recorded trace has its `traceId` and `spanId`.
 */
export function createLog(level: string, destination?: DestinationStream, placeOf?: () => TracePlace | null): Log {
  const options = {
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { log: (fields: object) => cleanObject(fields, 0) },
    // The error is plain data at this point; pino's own serializer would treat it as an Error and rename it.
    serializers: { err: (cleaned: unknown) => cleaned },
    hooks: { streamWrite: scrub, logMethod: sparingly() },
    ...(placeOf === undefined ? {} : { mixin: () => placeOf() ?? {} }),
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}

/** Drops a line whose message was logged too often recently. Fatal lines are always written. */
function sparingly() {
  const mayRepeat = repeatLimit()
  return function write(this: Logger, args: Parameters<LogFn>, method: LogFn, level: number): void {
    // Safe: the arguments of the log call.
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

/** Keeps plain data; replaces anything else (a request, a buffer, a connection) by its class name. */
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

/**
 * Returns an error's class, code, message and frames. Parsers quote their input in the message, so the quotation is
 * cut.
 */
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

/** Redacts the finished line. No pattern matches a quote or a backslash, so the line stays valid JSON. */
const scrub = (line: string) =>
  line
    .replace(/fb_(live|test)_[a-z]{2}_[A-Za-z0-9]+/g, 'fb_[redacted]')
    .replace(/fbr_[A-Za-z0-9_-]{20,}/g, 'fbr_[redacted]')
    .replace(/\b([cp]t)_[A-Za-z0-9_-]{20,}/g, '$1_[redacted]')
    .replace(/0x[0-9a-f]{130,}/gi, '0x[redacted]')
    .replace(/\beyJ[\w+/=.-]{40,}/g, '[redacted]')
    .replace(/\b(bearer|basic) [\w.~+/=-]{8,}/gi, '$1 [redacted]')
    .replace(/:\/\/[^\s"\\/@]+@/g, '://[redacted]@')
