/**
 * Error codes of PostgreSQL and the network that mean the server is unreachable or out of resources. The request is not
 * at fault, the statement had no effect (but see `losesAnswer`), and a retry may succeed.
 */
const OUTAGES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no server at the address',
  ECONNRESET: 'the connection broke',
  ECONNABORTED: 'the connection broke',
  EPIPE: 'the connection broke',
  ETIMEDOUT: 'the network does not answer',
  EHOSTUNREACH: 'the network does not answer',
  ENETUNREACH: 'the network does not answer',
  ENOTFOUND: 'the name of the server is not known for now',
  EAI_AGAIN: 'the name of the server is not known for now',
  '08000': 'connection exception',
  '08001': 'connection exception',
  '08003': 'connection exception',
  '08006': 'connection exception',
  '25006': 'read-only: a standby, or a failover under way',
  '25P03': 'the session was ended for leaving its transaction idle',
  '40001': 'serialization failure, after all its retries',
  '40P01': 'deadlock, after all its retries',
  '53000': 'short of resources',
  '53100': 'disk full',
  '53200': 'out of memory',
  '53300': 'too many connections',
  '55P03': 'a lock was not to be had in time',
  '57014': 'the statement took longer than it may',
  '57P01': 'the server was told to stop',
  '57P02': 'another process of the server crashed',
  '57P03': 'the server is starting up or shutting down',
  '58030': 'the disk failed',
}

/** Errors that can occur after the statement was committed and before its answer was read. */
const ANSWER_LOST = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', '08003', '08006', '57P01', '57P02'])

const LOST_IN_WORDS = /connection terminated unexpectedly|client has encountered a connection error|query read timeout/i
const AWAY_IN_WORDS =
  /connection terminated|timeout exceeded when trying to connect|connection error|query read timeout/i

/**
 * What PgBouncer says, under one SQLSTATE (protocol violation) that a mistake in our code has too: that the server behind it
 * was lost during the statement, or that it has none.
 */
const POOLER_LOST =
  /server conn crashed|server closed|server disconnected|unexpected response from|shutting down|query timeout/i
const POOLER_AWAY =
  /pgbouncer cannot connect|login has been failing|server login failed|no more connections|query_wait_timeout|database does not allow|not executed|wait_timeout/i

/** What PostgreSQL says, as a broken check, of a row whose month has no partition: it is stored once housekeeping has made one. */
const NO_MONTH = /no partition of relation/
const lacksMonth = (error: unknown) => codeOf(error) === '23514' && NO_MONTH.test(messageOf(error))

const isOfPooler = (error: unknown, words: RegExp) => codeOf(error) === '08P01' && words.test(messageOf(error))

/** Whether the error means that the database is unreachable or overloaded, not that the statement is wrong. */
export const isOutage = (error: unknown): boolean =>
  Object.hasOwn(OUTAGES, codeOf(error)) ||
  AWAY_IN_WORDS.test(messageOf(error)) ||
  lacksMonth(error) ||
  isOfPooler(error, POOLER_LOST) ||
  isOfPooler(error, POOLER_AWAY)

/** Whether the statement may have been committed although it failed. */
export const losesAnswer = (error: unknown): boolean =>
  ANSWER_LOST.has(codeOf(error)) || LOST_IN_WORDS.test(messageOf(error)) || isOfPooler(error, POOLER_LOST)

/** Whether the statement gave up waiting for a lock (SQLSTATE `lock_not_available`). */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03'

/** Returns the SQLSTATE, or the code of a failed system call; empty for any other error. */
export const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

const messageOf = (error: unknown) => (error instanceof Error ? error.message : '')
