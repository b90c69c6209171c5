import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { limitsOf } from '#shared/limits.rules.ts'
import { ROOT } from '#shared/operators/operator-in-charge.ts'

import { createLimiter } from '../http/limiter.ts'
import { createAdmin, SESSION_S } from './admin.ts'

const TOKEN = 'a-token-of-the-operator'
const config = { ADMIN_TOKEN: [TOKEN], SERVER_SECRET: 's'.repeat(32), limits: limitsOf({ LIMITS: 'normal' }) }
const START = new Date('2026-01-02T03:04:05Z')

const ID = '0197a1b2-c3d4-7000-8000-000000000001'
const ADA = { id: ID, name: 'ada', role: 'viewer' } as const

const world = (settings: Partial<typeof config> = {}) => {
  let now = START
  let isRevoked = false
  const admin = createAdmin({ ...config, ...settings }, createLimiter(null), () => now, {
    ofToken: (token) => Promise.resolve(token === 'token-of-ada' && !isRevoked ? ADA : null),
    byId: (id) => Promise.resolve(id === ID.replaceAll('-', '') && !isRevoked ? ADA : null),
  })
  if (admin === null) throw new Error('a token is set')
  return {
    admin,
    revoke: () => {
      isRevoked = true
    },
    pass: (seconds: number) => {
      now = new Date(now.getTime() + seconds * 1_000)
    },
    admit: (visitor: { authorization?: string; session?: string; ip?: string }) =>
      admin.admit({
        authorization: visitor.authorization ?? '',
        session: visitor.session,
        ip: visitor.ip ?? '198.51.100.1',
      }),
  }
}

const nobody = () =>
  createAdmin({ ...config, ADMIN_TOKEN: undefined }, createLimiter(null), () => START, {
    ofToken: () => Promise.resolve(null),
    byId: () => Promise.resolve(null),
  })

describe('the operator check', () => {
  test('does not exist without ADMIN_TOKEN', () => {
    expect(nobody()).toBeNull()
  })

  test('admits the bearer of the token, whatever the case of the scheme', async () => {
    const { admit } = world()
    expect(await admit({ authorization: `Bearer ${TOKEN}` })).toEqual({ by: 'token', operator: ROOT })
    expect(await admit({ authorization: `bearer ${TOKEN}` })).toEqual({ by: 'token', operator: ROOT })
  })

  test.each([
    '',
    TOKEN,
    'Bearer',
    'Bearer ',
    `Basic ${TOKEN}`,
    `Bearer ${TOKEN}x`,
    `Bearer ${TOKEN.slice(0, -1)}`,
    `Bearer ${TOKEN}, Bearer ${TOKEN}`,
  ])('refuses the token %j', async (authorization) => {
    expect(await world().admit({ authorization })).toBeNull()
  })

  test('admits a session for twelve hours and not a second longer', async () => {
    const { admin, admit, pass } = world()
    const session = admin.openSession(ROOT)
    pass(SESSION_S - 1)
    expect(await admit({ session })).toEqual({ by: 'session', operator: ROOT })
    pass(1)
    expect(await admit({ session })).toBeNull()
  })

  test('keeps the token out of the session', () => {
    expect(world().admin.openSession(ROOT)).not.toContain(TOKEN)
  })

  test('ends every session when the token or the server secret changes', async () => {
    const session = world().admin.openSession(ROOT)
    expect(await world({ ADMIN_TOKEN: ['another-token-of-his'] }).admit({ session })).toBeNull()
    expect(await world({ SERVER_SECRET: 't'.repeat(32) }).admit({ session })).toBeNull()
    expect(await world().admit({ session })).toEqual({ by: 'session', operator: ROOT })
  })

  test('admits both tokens while one is replaced, and then only the new one', async () => {
    const next = 'the-next-token-of-his'
    const both = world({ ADMIN_TOKEN: [TOKEN, next] })
    for (const token of [TOKEN, next])
      expect(await both.admit({ authorization: `Bearer ${token}` })).toEqual({ by: 'token', operator: ROOT })
    expect(await both.admit({ authorization: `Bearer ${TOKEN},${next}` })).toBeNull()
    const after = world({ ADMIN_TOKEN: [next] })
    expect(await after.admit({ authorization: `Bearer ${next}` })).toEqual({ by: 'token', operator: ROOT })
    expect(await after.admit({ authorization: `Bearer ${TOKEN}` })).toBeNull()
  })

  test('keeps sessions through each step of a replacement, between processes with the lists before and after it', async () => {
    const next = 'the-next-token-of-his'
    const steps = [[TOKEN], [TOKEN, next], [next, TOKEN]].map((ADMIN_TOKEN) => world({ ADMIN_TOKEN }))
    for (const [index, step] of steps.entries())
      for (const other of steps.slice(Math.max(0, index - 1), index + 2)) {
        const session = step.admin.openSession(ROOT)
        expect(await other.admit({ session })).toEqual({ by: 'session', operator: ROOT })
      }
    const [old, , last] = steps
    const after = world({ ADMIN_TOKEN: [next] })
    expect(await after.admit({ session: last?.admin.openSession(ROOT) ?? '' })).toMatchObject({ by: 'session' })
    expect(await after.admit({ session: old?.admin.openSession(ROOT) ?? '' })).toBeNull()
  })

  test('admits a named operator by token and by session, until that operator is revoked', async () => {
    const { admin, admit, revoke } = world()
    expect(await admit({ authorization: 'Bearer token-of-ada' })).toEqual({ by: 'token', operator: ADA })
    const session = admin.openSession(ADA)
    expect(await admit({ session })).toEqual({ by: 'session', operator: ADA })
    const [end, , mac] = session.split('.')
    expect(await admit({ session: `${end}.${mac}` })).toBeNull()
    revoke()
    expect(await admit({ session })).toBeNull()
    expect(await admit({ authorization: 'Bearer token-of-ada' })).toBeNull()
  })

  test('refuses a session whose end was moved', async () => {
    const { admin, admit } = world()
    const [end = '', mac = ''] = admin.openSession(ROOT).split('.')
    expect(await admit({ session: `${Number(end) + 1}.${mac}` })).toBeNull()
  })

  test('refuses every other session and token without a fault', async () => {
    const { admit } = world()
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.nat(), async (text, ip) => {
        const visitor = { session: text, authorization: `Bearer ${text}`, ip: String(ip) }
        expect(await admit(visitor)).toEqual(text === TOKEN ? { by: 'token', operator: ROOT } : null)
      }),
    )
  })

  test('stops listening to an address that guesses tokens, and to no other', async () => {
    const { admit } = world()
    for (let guess = 0; guess < 600; guess += 1) await admit({ authorization: `Bearer guess-${guess}` })
    expect(await admit({ authorization: `Bearer ${TOKEN}` })).toBeNull()
    expect(await admit({ authorization: `Bearer ${TOKEN}`, ip: '198.51.100.2' })).toEqual({
      by: 'token',
      operator: ROOT,
    })
  })
})
