import { describe, expect, test } from 'vitest'

import { isLockTimeout, isOutage, losesAnswer } from './outage.ts'

const failure = (message: string, code?: string) =>
  Object.assign(new Error(message), code === undefined ? {} : { code })

describe('a failure of the database', () => {
  test.each([
    ['disk full', failure('could not extend file', '53100'), false],
    ['a lock that was not to be had', failure('canceling statement due to lock timeout', '55P03'), false],
    ['too many connections', failure('sorry, too many clients already', '53300'), false],
    ['a failover to a standby', failure('cannot execute INSERT in a read-only transaction', '25006'), false],
    ['a deadlock after all retries', failure('deadlock detected', '40P01'), false],
    ['no free connection of the pool', failure('timeout exceeded when trying to connect'), false],
    ['a month without a partition', failure('no partition of relation "call" found for row', '23514'), false],
    ['a pooler without a server', failure('pgbouncer cannot connect to server', '08P01'), false],
    ['a pooler whose server was lost', failure('server conn crashed?', '08P01'), true],
    ['a connection that was never made', failure('connect ECONNREFUSED', 'ECONNREFUSED'), false],
    ['a connection that broke', failure('Connection terminated unexpectedly'), true],
    ['a connection that was reset', failure('read ECONNRESET', 'ECONNRESET'), true],
    ['a network that swallows everything', failure('Query read timeout'), true],
    ['a server that was told to stop', failure('terminating connection', '57P01'), true],
  ])('%s is an outage; whether its statement may have been committed is known', (_, error, mayBeCommitted) => {
    expect(isOutage(error)).toBe(true)
    expect(losesAnswer(error)).toBe(mayBeCommitted)
  })

  test.each([
    ['a broken rule', failure('duplicate key value violates unique constraint', '23505')],
    ['a broken check', failure('new row violates check constraint', '23514')],
    ['bad input', failure('invalid byte sequence', '22021')],
    ['a mistake in our SQL', failure('column does not exist', '42703')],
    ['a mistake in our protocol', failure('bind message supplies 3 parameters', '08P01')],
    ['a mistake in our code', new TypeError('x is not a function')],
    ['no error at all', 'thrown text'],
    ['a name every object has', failure('x', 'constructor')],
  ])('%s is no outage', (_, error) => {
    expect(isOutage(error)).toBe(false)
    expect(losesAnswer(error)).toBe(false)
  })

  test('a lock timeout is told from other outages', () => {
    expect(isLockTimeout(failure('canceling statement due to lock timeout', '55P03'))).toBe(true)
    expect(isLockTimeout(failure('canceling statement due to statement timeout', '57014'))).toBe(false)
  })
})
