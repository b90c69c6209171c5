import { argon2Sync } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { accountHashes } from './account-hashes.ts'
import { type Hash, Passwords } from './passwords.ts'

const hashes = accountHashes('s'.repeat(32))
const salt = hashes.salt('ann@mail.example')

/** Hashes that only say what went into them, and a count of them. */
function counted() {
  const asked: string[] = []
  const hash: Hash = (password, { memoryCost, timeCost, parallelism, salt }) => {
    asked.push(password)
    const body = Buffer.from(password.padEnd(32, '.')).subarray(0, 32).toString('base64').replace(/=+$/, '')
    const saltText = salt.toString('base64').replace(/=+$/, '')
    return Promise.resolve(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${saltText}$${body}`)
  }
  return { passwords: new Passwords(hash), asked }
}

describe('a password', () => {
  test('is argon2id at OWASP’s cost, as Node’s own implementation makes it', async () => {
    const phc = await new Passwords().make('correct horse', salt)
    const [, algorithm, version, cost, , tag] = phc.split('$')
    expect([algorithm, version, cost]).toEqual(['argon2id', 'v=19', 'm=19456,t=2,p=1'])
    const own = argon2Sync('argon2id', {
      message: 'correct horse',
      nonce: salt,
      parallelism: 1,
      tagLength: 32,
      memory: 19_456,
      passes: 2,
    })
    expect(tag).toBe(own.toString('base64').replace(/=+$/, ''))
  })

  test('fits its own hash and no other does', async () => {
    const passwords = new Passwords()
    const phc = await passwords.make('correct horse', salt)
    expect(await passwords.fitting('correct horse', [phc], salt)).toBe(phc)
    expect(await passwords.fitting('Correct horse', [phc], salt)).toBeNull()
    expect(passwords.isOutdated(phc)).toBe(false)
    expect(passwords.isOutdated(phc.replace('t=2', 't=1'))).toBe(true)
  })

  test('costs one hash whether nobody, one or several accounts may have it', async () => {
    for (const stored of [[], [null], ['a'], ['a', 'b', 'c'], [null, 'a', 'b']]) {
      const { passwords, asked } = counted()
      const phcs = await Promise.all(
        stored.map(async (password) => (password === null ? null : await passwords.make(password, salt))),
      )
      asked.length = 0
      await passwords.fitting('guess', phcs, salt)
      expect([stored, asked]).toEqual([stored, ['guess']])
    }
  })

  test('tells which of several accounts it opens, and still checks one made at another cost', async () => {
    const { passwords, asked } = counted()
    const [a, b] = [await passwords.make('a', salt), await passwords.make('b', salt)]
    const old = b.replace('t=2', 't=1')
    expect(await passwords.fitting('b', [a, b], salt)).toBe(b)
    asked.length = 0
    expect(await passwords.fitting('b', [a, old], salt)).toBe(old)
    expect(asked).toEqual(['b', 'b'])
  })

  test('is hashed a few at a time, and refused when too many wait', async () => {
    let running = 0
    let most = 0
    const passwords = new Passwords(async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise((done) => setImmediate(done))
      running -= 1
      return ''
    })
    const ends = await Promise.allSettled(Array.from({ length: 100 }, () => passwords.make('x', salt)))
    const refused = ends.filter(({ status }) => status === 'rejected')
    expect(most).toBeLessThanOrEqual(4)
    expect(refused).toHaveLength(36)
    expect(refused[0]).toMatchObject({ reason: { code: 'overloaded', detail: { retryAfterS: 1 } } })
    await expect(passwords.make('x', salt)).resolves.toBe('')
  })

  test('that is stored in another form is a fault, never a fit', async () => {
    await expect(new Passwords().fitting('x', ['plain'], salt)).rejects.toThrow(/another form/)
  })
})

describe('the hashes of an installation', () => {
  test('differ by what they are for and by its secret', () => {
    const other = accountHashes('t'.repeat(32))
    const all = [hashes, other].flatMap(({ who, email, request, salt: saltOf }) =>
      [who('x'), email('x'), request('x'), saltOf('x')].map((bytes) => bytes.subarray(0, 16).toString('hex')),
    )
    expect(new Set(all).size).toBe(8)
    expect(hashes.salt('x')).toHaveLength(16)
  })
})
