import { describe, expect, test } from 'vitest'

import { openClient } from './client.ts'
import type { InputOf, Slug } from './call-types.ts'

type Request = { url: string; headers: Headers; body: unknown }

/** A client whose requests are answered by these in turn; an Error stands for a broken connection. */
function scripted(...answers: (Response | Error)[]) {
  const requests: Request[] = []
  const send = async (url: unknown, init: RequestInit = {}) => {
    requests.push({ url: String(url), headers: new Headers(init.headers), body: init.body })
    const answer = answers.shift()
    if (answer instanceof Response) return answer
    throw answer ?? new Error('nothing more was scripted')
  }
  // Safe: the client asks with a text and an object.
  return {
    requests,
    client: openClient({ url: 'http://farebox.test/', key: 'fb_test_sk_1', fetch: send as typeof fetch }),
  }
}

const json = (status: number, body: unknown) => Response.json(body, { status })
const BUSY = { ok: false, code: 'overloaded', error: 'Busy.', retryable: true, retry_after_s: 0.01 }
const DONE = { ok: true, result: { hex: 'ab' }, call_id: 'call_1', call_token: 'token' }

describe('the client', () => {
  test('infers inputs and results from the declarations', async () => {
    const { client } = scripted(json(200, DONE))
    const { result } = await client.call('hash-text', { text: 'hello', algorithm: 'sha256' })
    const hex: string = result.hex
    expect(hex).toBe('ab')
    // @ts-expect-error: an outcome that does not exist
    const slug: Slug = 'no-such-outcome'
    // @ts-expect-error: a field that does not exist
    const input: InputOf<'hash-text'> = { text: slug, algoritm: 'md5' }
    expect(input).toBeDefined()
  })

  test('sends the same request again after a broken connection and a retryable refusal', async () => {
    const { client, requests } = scripted(new TypeError('fetch failed'), json(503, BUSY), json(200, DONE))
    expect(await client.call('hash-text', { text: 'hello' })).toMatchObject(DONE)
    const [first, ...others] = requests
    expect(first?.url).toBe('http://farebox.test/api/v1/outcomes/hash-text')
    expect(first?.headers.get('idempotency-key')).toMatch(/^[\w-]{36}$/)
    expect(others.map(({ headers, body }) => [[...headers], body])).toEqual(
      others.map(() => [[...(first?.headers ?? [])], first?.body]),
    )
    expect(others).toHaveLength(2)
  })

  test('gives up after four attempts, and at once where the same request would fail again', async () => {
    const busy = scripted(...Array.from({ length: 5 }, () => json(503, BUSY)))
    await expect(busy.client.call('hash-text', { text: 'hello' })).rejects.toMatchObject({ code: 'overloaded' })
    expect(busy.requests).toHaveLength(4)
    const wrong = scripted(json(422, { ok: false, code: 'validation_error', error: 'One field is wrong.' }))
    await expect(wrong.client.call('hash-text', { text: 'hello' })).rejects.toMatchObject({
      name: 'CallError',
      status: 422,
      message: 'One field is wrong.',
    })
    expect(wrong.requests).toHaveLength(1)
  })

  test('waits for a call that outlasts its request, and throws what it failed with', async () => {
    const accepted = { ok: true, status: 'running', call_id: 'call_1', call_token: 'token' }
    const running = json(200, { ok: true, status: 'running' })
    const { client, requests } = scripted(json(202, accepted), running, json(200, { ok: true, result: { hex: 'cd' } }))
    const answer = await client.call('hash-text', { text: 'hello' })
    expect(answer).toMatchObject({ call_id: 'call_1', call_token: 'token', result: { hex: 'cd' } })
    expect(requests[1]?.url).toBe('http://farebox.test/api/v1/calls/call_1')
    expect(requests[1]?.headers.get('x-call-token')).toBe('token')

    const failing = scripted(json(200, { ok: false, status: 'failed', code: 'timeout', error: 'Too slow.' }))
    await expect(failing.client.wait({ call_id: 'call_1', call_token: 't' })).rejects.toMatchObject({ code: 'timeout' })
  })

  test('pays a 402 once with what pay() answers, and never signs a second payment', async () => {
    const { requests } = scripted()
    const signed: string[] = []
    const answers = [
      json(402, { ok: false, code: 'payment_required' }),
      json(402, { ok: false, code: 'invalid_payment' }),
    ]
    const client = openClient({
      url: 'http://farebox.test',
      // Safe: as above.
      fetch: (async (url: unknown, init: RequestInit = {}) => {
        requests.push({ url: String(url), headers: new Headers(init.headers), body: init.body })
        return answers.shift()
      }) as typeof fetch,
      pay: async ({ url }) => {
        signed.push(url)
        return { Authorization: 'Payment abc' }
      },
    })
    await expect(client.call('hash-text', { text: 'hello' })).rejects.toMatchObject({ code: 'invalid_payment' })
    expect(signed).toHaveLength(1)
    expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual([null, 'Payment abc'])
  })

  test('stops waiting when its signal is aborted', async () => {
    const { client } = scripted(json(503, { ...BUSY, retry_after_s: 20 }))
    const stop = new AbortController()
    const call = client.call('hash-text', { text: 'hello' }, { signal: stop.signal })
    setTimeout(() => stop.abort(new Error('no longer wanted')), 20)
    await expect(call).rejects.toThrow('no longer wanted')
  })

  test('says so when the address is not that of a Farebox', async () => {
    const { client } = scripted(new Response('<html>', { status: 404 }))
    await expect(client.call('hash-text', { text: 'hello' })).rejects.toThrow(/is this the address/i)
  })

  test('yields events however the network cuts them', async () => {
    const text = ': hi\n\nid: 1\nevent: step\ndata: {"step":"a"}\n\nid: done\nevent: done\ndata: {"ok":true}\n\n'
    const cut = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const letter of text) controller.enqueue(new TextEncoder().encode(letter))
        controller.close()
      },
    })
    const { client } = scripted(new Response(cut))
    const events = []
    for await (const event of client.events({ call_id: 'call_1', call_token: 't' })) events.push(event)
    expect(events).toEqual([
      { id: '1', event: 'step', data: { step: 'a' } },
      { id: 'done', event: 'done', data: { ok: true } },
    ])
  })
})
