import { pino, type DestinationStream, type Logger } from 'pino'

export type Log = Logger

const SECRET_KEYS = [
  'authorization',
  'cookie',
  'x-service-key',
  'x-day-pass',
  'x-api-key',
  'x-call-token',
  'payment-signature',
  'x-payment',
  'key',
  'token',
  'secret',
  'password',
  'body',
  'input',
  'result',
]

/**
 * JSON lines on stdout, one object a line. Call sites pass ids and numbers only; the redaction here is the second net
 * for a header bag or a body that is logged by mistake.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET_KEYS.flatMap((key) => [`["${key}"]`, `*["${key}"]`]), censor: '[redacted]' },
    serializers: { err: safeError },
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}

/** A fault's class, message and stack with everything that looks like one of our secrets or a signature cut out. */
function safeError(error: unknown) {
  if (!(error instanceof Error)) return { message: scrub(String(error)) }
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: scrub(error.message),
    stack: scrub(error.stack ?? ''),
    ...(code === undefined ? {} : { code }),
  }
}

const scrub = (text: string) =>
  text
    .replace(/fb_(live|test)_[a-z]{2}_[A-Za-z0-9]+/g, 'fb_[redacted]')
    .replace(/ct_[A-Za-z0-9_-]{20,}/g, 'ct_[redacted]')
    .replace(/0x[0-9a-f]{130,}/gi, '0x[redacted]')
    .slice(0, 4_000)
