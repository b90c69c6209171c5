import { describe, expect, test } from 'vitest'

import { parseCommand } from './commands.ts'
import { UsageError } from './usage-error.ts'

describe('parseCommand', () => {
  test('reads each command', () => {
    expect(parseCommand(['key', 'grant', '--cents', '25'])).toEqual({ name: 'key grant', cents: 25 })
    expect(parseCommand(['key', 'grant', '--cents=10000000'])).toEqual({ name: 'key grant', cents: 10_000_000 })
    for (const kind of ['day', 'week', 'month'] as const)
      expect(parseCommand(['pass', 'grant', '--kind', kind])).toEqual({ name: 'pass grant', kind })
    expect(parseCommand(['wallet'])).toEqual({ name: 'wallet' })
    expect(parseCommand(['account', 'reset-token', '--email', ' Ann@Mail.example '])).toEqual({
      name: 'account reset-token',
      email: 'ann@mail.example',
      username: null,
      minutes: 30,
    })
    expect(
      parseCommand(['account', 'reset-token', '--email', 'a@b.example', '--username', 'Ann', '--minutes', '60']),
    ).toMatchObject({ username: 'ann', minutes: 60 })
    for (const verb of ['suspend', 'restore'] as const)
      expect(parseCommand(['account', verb, '--username', 'ann'])).toEqual({ name: `account ${verb}`, username: 'ann' })
    expect(parseCommand(['call', 'hash-text', 'text=a=b', 'algorithm=', '--pay', 'base'])).toEqual({
      name: 'call',
      slug: 'hash-text',
      fields: new Map([
        ['text', 'a=b'],
        ['algorithm', ''],
      ]),
      rail: 'base',
    })
    expect(parseCommand(['call', '--pay=solana', 'balance/fund', 'amount_cents=500'])).toMatchObject({
      slug: 'balance/fund',
      rail: 'solana',
    })
    expect(parseCommand(['call', 'hash-text', '--key', 'k', '--url', 'https://farebox.example/', '--json'])).toEqual({
      name: 'call',
      slug: 'hash-text',
      fields: new Map(),
      key: 'k',
      url: 'https://farebox.example',
      json: true,
    })
    const id = `req_${'0'.repeat(24)}`
    expect(parseCommand(['call', 'show', id])).toEqual({ name: 'call show', id })
    expect(parseCommand(['call', 'bundles/security-kit', 'inputs={}', '--pay', 'base'])).toMatchObject({
      slug: 'bundles/security-kit',
    })
  })

  test('seller', () => {
    expect(parseCommand(['seller', 'list', 'q=words'])).toMatchObject({
      verb: 'list',
      fields: new Map([['q', 'words']]),
    })
    expect(parseCommand(['seller', 'pause', 'word-count', '--as', 'worker'])).toMatchObject({
      verb: 'pause',
      slug: 'word-count',
      as: 'worker',
    })
    expect(parseCommand(['seller', 'add', 'slug=a', '--account', 'k', '--url', 'https://a.example/'])).toMatchObject({
      verb: 'add',
      account: 'k',
      url: 'https://a.example',
    })
    for (const wrong of [['sell'], ['add', 'slug=a'], ['pause', '--as', 'worker'], ['list', '--as', 'worker']])
      expect(() => parseCommand(['seller', ...wrong])).toThrow(UsageError)
  })

  test('buy', () => {
    const listing = `lst_${'0'.repeat(32)}`
    expect(parseCommand(['buy', listing, '--pay', 'base'])).toEqual({ name: 'buy', listing, pay: 'base' })
    expect(parseCommand(['buy', listing, '--pay', 'key', '--key', 'k', '--json'])).toEqual({
      name: 'buy',
      listing,
      pay: 'key',
      key: 'k',
      json: true,
    })
    const offer = `rof_${'0'.repeat(32)}`
    expect(parseCommand(['buy', listing, '--pay', 'usdc', '--offer', offer])).toMatchObject({ offer })
    for (const args of [
      ['buy', listing, '--pay', 'usdc', '--offer', 'x'],
      ['buy', 'x', '--pay', 'base'],
      ['buy', listing],
      ['buy', listing, '--pay', 'base', '--key', 'k'],
    ])
      expect(() => parseCommand(args)).toThrow(UsageError)
  })

  test('job: the steps of both sides, and the dispute that the operator opens', () => {
    const job = `job_${'0'.repeat(32)}`
    expect(parseCommand(['job', 'list', 'q=a b'])).toEqual({
      name: 'board',
      step: 'list',
      job: '',
      fields: new Map([['q', 'a b']]),
    })
    const hire = ['job', 'hire', '--job', job, 'proposal_id=prp_1', '--as', 'poster', '--pay', 'solana']
    expect(parseCommand(hire)).toMatchObject({ step: 'hire', job, as: 'poster', pay: 'solana' })
    expect(parseCommand([...hire.slice(0, -1), 'card'])).toMatchObject({ step: 'hire', pay: 'card' })
    const elsewhere = ['job', 'dispute', '--job', job, 'reason=r', '--account', 'k', '--url', 'https://a.example/']
    expect(parseCommand(elsewhere)).toMatchObject({ step: 'dispute', account: 'k', url: 'https://a.example' })
    expect(parseCommand(['job', 'dispute', '--job', job, '--reason', 'r'])).toEqual({
      name: 'job dispute',
      job,
      reason: 'r',
    })
  })

  test('resale and wrap', () => {
    const purchase = `pur_${'0'.repeat(32)}`
    const whose = ['--purchase', purchase, '--as', 'poster']
    const read = (...words: string[]) => {
      const command = parseCommand(words)
      if (command.name !== 'license') throw new Error('a command about a licence')
      return { ...command, request: `${command.request.method} ${command.request.path(command.purchase)}` }
    }
    expect(read('resale', 'list', 'sort=price_asc')).toMatchObject({
      request: 'GET /api/resale-offers',
      fields: new Map([['sort', 'price_asc']]),
    })
    expect(read('resale', 'offer', ...whose, 'price_cents=600', '--json')).toMatchObject({
      request: `POST /api/purchases/${purchase}/resale/list`,
      as: 'poster',
      json: true,
    })
    const elsewhere = ['--purchase', purchase, '--account', 'k', '--url', 'https://a.example/']
    expect(read('resale', 'show', ...elsewhere)).toMatchObject({ account: 'k', url: 'https://a.example' })
    expect(read('resale', 'cancel', ...whose).request).toBe(`POST /api/purchases/${purchase}/resale/cancel`)
    for (const [verb, request] of [
      ['show', `GET /api/purchases/${purchase}/wrap`],
      ['request', `POST /api/purchases/${purchase}/wrap/request`],
      ['claim', `POST /api/purchases/${purchase}/wrap/claim`],
      ['unwrap', `POST /api/purchases/${purchase}/wrap/unwrap`],
    ] as const)
      expect(read('wrap', verb, ...whose).request).toBe(request)
    for (const wrong of [
      ['resale'],
      ['resale', 'sell', ...whose],
      ['resale', 'constructor', ...whose],
      ['resale', 'show', '--purchase', purchase],
      ['resale', 'show', '--as', 'poster'],
      ['resale', 'show', '--purchase', 'pur_1', '--as', 'poster'],
      ['resale', 'list', '--purchase', purchase],
      ['resale', 'list', '--url', 'file:///x'],
      ['wrap', 'list'],
      ['wrap', 'show', ...whose, '--url', 'https://a.example'],
      ['wrap', 'show', '--purchase', purchase, '--as', 'maker'],
      ['wrap', 'request', ...whose, 'wallet'],
    ])
      expect(() => parseCommand(wrong)).toThrow(UsageError)
  })

  test('keys, outcomes, pools, operators and questions of operators', () => {
    const keyId = 'aB3dE6gH9jK2'
    expect(parseCommand(['key', 'list'])).toEqual({ name: 'key list', query: '' })
    expect(parseCommand(['key', 'list', 'x7Yz'])).toEqual({ name: 'key list', query: 'x7Yz' })
    expect(parseCommand(['key', 'show', keyId])).toEqual({ name: 'key show', id: keyId })
    expect(parseCommand(['key', 'credit', keyId, '--cents', '5', '--reason', ' a '])).toEqual({
      name: 'key credit',
      keyId,
      cents: 5,
      reason: 'a',
    })
    expect(parseCommand(['key', 'revoke', keyId, '--reason', 'a'])).toEqual({ name: 'key revoke', keyId, reason: 'a' })
    expect(parseCommand(['outcome', 'pause', 'hash-text'])).toEqual({
      name: 'outcome pause',
      slug: 'hash-text',
      minutes: 60,
    })
    expect(parseCommand(['outcome', 'resume', 'hash-text'])).toEqual({ name: 'outcome resume', slug: 'hash-text' })
    expect(parseCommand(['pool', 'drain', 'screenshot', '--minutes', '10080'])).toEqual({
      name: 'pool drain',
      pool: 'screenshot',
      minutes: 10_080,
    })
    expect(parseCommand(['pool', 'resume', 'screenshot'])).toEqual({ name: 'pool resume', pool: 'screenshot' })
    expect(parseCommand(['operator', 'add', 'ada', '--role', 'viewer'])).toEqual({
      name: 'operator add',
      operator: 'ada',
      role: 'viewer',
    })
    expect(parseCommand(['operator', 'revoke', 'ada'])).toEqual({ name: 'operator revoke', operator: 'ada' })
    for (const verb of ['list', 'log']) expect(parseCommand(['operator', verb])).toEqual({ name: `operator ${verb}` })
    expect(parseCommand(['show', 'pay_1'])).toEqual({ name: 'show', id: 'pay_1' })
    expect(parseCommand(['stats'])).toEqual({ name: 'stats' })
    for (const wrong of [
      ['key', 'credit', keyId, '--cents', '5'],
      ['key', 'credit', 'fb_test_sk_x', '--cents', '5', '--reason', 'a'],
      ['key', 'revoke', keyId],
      ['key', 'revoke', keyId, '--reason', 'x'.repeat(201)],
      ['key', 'list', 'a', 'b'],
      ['outcome', 'pause', 'hash-text', '--minutes', '10081'],
      ['outcome', 'resume', 'hash-text', '--minutes', '5'],
      ['outcome', 'pause'],
      ['pool', 'drain', 'all'],
      ['operator', 'add', 'root', '--role', 'viewer'],
      ['operator', 'add', 'ada', '--role', 'root'],
      ['operator', 'add', 'ada'],
      ['operator', 'list', 'ada'],
      ['show'],
      ['stats', 'now'],
    ])
      expect(() => parseCommand(wrong)).toThrow(UsageError)
  })

  test('purchase refund', () => {
    const purchase = `pur_${'0'.repeat(32)}`
    expect(parseCommand(['purchase', 'refund', '--purchase', purchase, '--reason', ' asked '])).toEqual({
      name: 'purchase refund',
      purchase,
      purchaseId: '00000000-0000-0000-0000-000000000000',
      reason: 'asked',
    })
    for (const args of [
      ['purchase', 'show'],
      ['purchase', 'refund', '--purchase', purchase, '--reason', 'y', '--cents', '0'],
      ['purchase', 'refund', '--purchase', purchase],
      ['purchase', 'refund', '--purchase', 'x', '--reason', 'y'],
    ])
      expect(() => parseCommand(args)).toThrow(UsageError)
  })

  test('purchase show, a part of a refund, and what of cards waits', () => {
    const purchase = `pur_${'0'.repeat(32)}`
    expect(parseCommand(['purchase', 'show', '--purchase', purchase])).toMatchObject({ name: 'purchase show' })
    const part = ['purchase', 'refund', '--purchase', purchase, '--reason', 'r', '--cents', '40']
    expect(parseCommand(part)).toMatchObject({ cents: 40 })
    expect(parseCommand(['card', 'list'])).toEqual({ name: 'card list' })
    expect(parseCommand(['card', 'retry', '--event', 'evt_1'])).toEqual({ name: 'card retry', event: 'evt_1' })
    expect(parseCommand(['card', 'evidence', '--dispute', 'dp_1', '--evidence', ' It came. '])).toEqual({
      name: 'card evidence',
      dispute: 'dp_1',
      evidence: 'It came.',
    })
    for (const args of [
      ['card'],
      ['card', 'retry'],
      ['card', 'evidence', '--dispute', 'dp_1'],
      ['card', 'list', '--event', 'evt_1'],
    ])
      expect(() => parseCommand(args)).toThrow(UsageError)
  })

  test('payout list, hold and release', () => {
    const payout = `pay_${'0'.repeat(32)}`
    const named = { payout, payoutId: '00000000-0000-0000-0000-000000000000' }
    expect(parseCommand(['payout', 'list'])).toEqual({ name: 'payout list' })
    expect(parseCommand(['payout', 'hold', '--payout', payout, '--reason', ' asked '])).toEqual({
      name: 'payout hold',
      ...named,
      reason: 'asked',
    })
    expect(parseCommand(['payout', 'release', '--payout', payout])).toEqual({ name: 'payout release', ...named })
    for (const args of [['payout'], ['payout', 'hold', '--payout', payout], ['payout', 'release', '--payout', 'x']])
      expect(() => parseCommand(args)).toThrow(UsageError)
  })

  test('report list, uphold and dismiss', () => {
    expect(parseCommand(['report', 'list'])).toEqual({ name: 'report list' })
    const listing = `lst_${'0'.repeat(32)}`
    for (const verb of ['uphold', 'dismiss'])
      expect(parseCommand(['report', verb, '--listing', listing])).toEqual({
        name: `report ${verb}`,
        listing,
        listingId: '00000000-0000-0000-0000-000000000000',
      })
  })

  test.each([
    [],
    ['key'],
    ['key', 'grant'],
    ['key', 'grant', '--cents'],
    ['key', 'grant', '--cents', '0'],
    ['key', 'grant', '--cents', '-5'],
    ['key', 'grant', '--cents', '1.5'],
    ['key', 'grant', '--cents', '1e3'],
    ['key', 'grant', '--cents', '10000001'],
    ['key', 'grant', '--cents', '5', '--kind', 'day'],
    ['key', 'grant', '--cents', '5', '--please'],
    ['key', 'grant', 'now', '--cents', '5'],
    ['key', 'revoke', '--cents', '5'],
    ['pass', 'grant'],
    ['pass', 'grant', '--kind', 'year'],
    ['pass', 'grant', '--kind', 'toString'],
    ['pass', 'grant', '--kind', 'day', '--cents', '5'],
    ['account'],
    ['account', 'delete', '--username', 'ann'],
    ['account', 'suspend', '--username', 'ann', '--listing', `lst_${'0'.repeat(32)}`],
    ['report'],
    ['report', 'list', '--listing', `lst_${'0'.repeat(32)}`],
    ['report', 'list', '--username', 'ann'],
    ['job', 'post', 'title=a'],
    ['job', 'post', '--as', 'somebody'],
    ['job', 'post', '--as', 'poster', '--url', 'https://farebox.example'],
    ['job', 'list', '--as', 'poster'],
    ['job', 'propose', '--as', 'worker'],
    ['job', 'hire', '--job', `job_${'0'.repeat(32)}`, '--as', 'poster'],
    ['job', 'hire', '--job', `job_${'0'.repeat(32)}`, '--as', 'poster', '--pay', 'base', '--key', 'k'],
    ['job', 'hire', '--job', `job_${'0'.repeat(32)}`, '--account', 'k', '--url', 'https://a.example', '--pay', 'base'],
    ['job', 'accept', '--job', `job_${'0'.repeat(32)}`, '--as', 'poster', '--pay', 'base'],
    ['job', 'dispute', '--job', `job_${'0'.repeat(32)}`],
    ['job', 'accounts', '--as', 'poster'],
    ['job', 'nothing'],
    ['report', 'uphold'],
    ['report', 'uphold', '--listing', 'lst_1'],
    ['report', 'delete', '--listing', `lst_${'0'.repeat(32)}`],
    ['account', 'reset-token'],
    ['account', 'reset-token', '--username', 'ann'],
    ['account', 'reset-token', '--email', 'no address'],
    ['account', 'reset-token', '--email', 'a@b.example', '--minutes', '0'],
    ['account', 'reset-token', '--email', 'a@b.example', '--minutes', '1441'],
    ['account', 'reset-token', '--email', 'a@b.example', '--cents', '5'],
    ['account', 'suspend'],
    ['account', 'suspend', 'ann'],
    ['account', 'suspend', '--username', 'ann', '--email', 'a@b.example'],
    ['key', 'grant', '--cents', '5', '--email', 'a@b.example'],
    ['wallet', 'demo'],
    ['wallet', '--cents', '5'],
    ['wallet', '--pay', 'base'],
    ['call', '--pay', 'base'],
    ['call', 'hash-text'],
    ['call', 'hash-text', '--pay'],
    ['call', 'hash-text', '--pay', 'bitcoin'],
    ['call', 'hash-text', '--pay', 'base', '--cents', '5'],
    ['call', 'hash-text', 'text', '--pay', 'base'],
    ['call', 'hash-text', '=hello', '--pay', 'base'],
    ['call', 'hash-text', 'text=a', 'text=b', '--pay', 'base'],
    ['call', 'hash-text', '--pay', 'base', '--key', 'k'],
    ['call', 'hash-text', '--key', 'k', '--url', 'farebox.example'],
    ['call', 'show'],
    ['call', 'show', 'req_1'],
    ['call', 'show', `req_${'0'.repeat(24)}`, 'now'],
    ['call', 'show', `req_${'0'.repeat(24)}`, '--pay', 'base'],
    ['wallet', '--json'],
    ['call', '../../ops', '--pay', 'base'],
    ['call', 'http://elsewhere.example/', '--pay', 'base'],
  ])('refuses %j', (...args) => {
    expect(() => parseCommand(args)).toThrow(UsageError)
  })

  test.each<[string[], string]>([
    [[], 'No command was given.'],
    [['keys', 'grant'], 'There is no command "keys".'],
    [['key', 'grant'], 'key grant needs --cents with a whole number from 1 to 10000000.'],
    [['key', 'grant', '--cents'], "Option '--cents <value>' argument missing."],
    [['key', 'grant', '--cent', '5'], "Unknown option '--cent'."],
    [['key', 'grant', '--cents', '5', '--kind', 'day'], '"key grant" does not take --kind.'],
    [['pass', 'grant', '--kind', 'year'], 'pass grant needs --kind: day, week, month.'],
    [['account', 'delete'], 'What follows account is reset-token, suspend or restore.'],
    [['account', 'reset-token', '--email', 'a'], 'account reset-token needs --email with an e-mail address.'],
    [['report', 'uphold', '--listing', '1'], 'report uphold needs --listing with the id of a listing (lst_…).'],
    [['call', 'hash-text', 'text=a'], 'call needs --pay: base or solana.'],
    [['call', 'hash-text', 'hello', '--pay', 'base'], 'What follows the slug is key=value; "hello" is not.'],
    [['wallet', 'demo'], '"wallet" does not take "demo".'],
  ])('says what is wrong with %j', (args, message) => {
    expect(() => parseCommand(args)).toThrow(new UsageError(message))
  })

  test.each([[['help']], [['--help']], [['-h']], [['key', 'grant', '--help']]])('%j asks for help', (args) => {
    expect(parseCommand(args)).toEqual({ name: 'help' })
  })
})
