import { expect, test, vi } from 'vitest'

import { createLog } from '#shared/log.ts'
import { Refusal } from '#shared/errors.ts'

import type { IngressDeps } from '../deps.ts'
import type { Reply } from '../http/route.ts'
import { firstSpend } from './first-spend.ts'

/** What the first spend of a key says of an answer of the paid call, and how often an error was logged. */
async function spentWith(paidCall: IngressDeps['paidCall']) {
  const log = createLog('silent')
  const error = vi.spyOn(log, 'error')
  const spent = await firstSpend({ paidCall, log }, 'fb_test_tk_x', { ip: '192.0.2.1', requestId: 'req_1' })
  return { spent, errors: error.mock.calls.length }
}

const answering = (reply: Reply) => () => Promise.resolve(reply)

test('a call that still runs is pending, with where to read it, and is no error', async () => {
  const body = {
    ok: true,
    resource: '/api/v1/outcomes/json-repair',
    state: 'open',
    status_url: '/api/v1/calls/call_1',
    retry_after_s: 1,
    charge: { cents: 1, paid_with: 'trial_key', balance_cents: 14, state: 'held' },
    call_id: 'call_1',
    call_token: 'ct_1',
    request_id: 'req_1',
  }
  expect(await spentWith(answering({ status: 202, body }))).toMatchObject({
    spent: {
      ok: true,
      state: 'pending',
      charge_cents: 0,
      held_cents: 1,
      call_id: 'call_1',
      location: '/api/v1/calls/call_1',
      call_token: 'ct_1',
    },
    errors: 0,
  })
})

test('a call that failed says why and cost nothing, and is no error of ours', async () => {
  const body = { ok: false, code: 'timeout', error: 'It took too long.', charged_cents: 0, call_id: 'call_1' }
  const failed = { ok: false, code: 'timeout', error: 'It took too long.', charge_cents: 0 }
  expect(await spentWith(answering({ status: 504, body }))).toMatchObject({ spent: failed, errors: 0 })
  const refused = () => Promise.reject(new Refusal('timeout', 'It took too long.'))
  expect(await spentWith(refused)).toMatchObject({ spent: failed, errors: 0 })
})

test('a call that is done has its result, also when that is null', async () => {
  const body = { ok: true, result: null, charge: { cents: 1 }, call_id: 'call_1' }
  expect(await spentWith(answering({ status: 200, body: JSON.stringify(body) }))).toMatchObject({
    spent: { ok: true, result: null, charge_cents: 1, call_id: 'call_1' },
    errors: 0,
  })
})

test('a fault is logged, and the key is granted all the same', async () => {
  const { spent, errors } = await spentWith(() => Promise.reject(new Error('broken')))
  expect([spent.ok, errors]).toEqual([false, 1])
})
