import { once } from 'node:events'
import { PassThrough } from 'node:stream'

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { PipeTransport, TOO_LONG } from './pipe-transport.ts'

const MB = 1024 * 1024

function open() {
  const out = new PassThrough()
  const incoming = new PassThrough()
  const transport = new PipeTransport(out, incoming)
  const messages: object[] = []
  Object.assign(transport, { onmessage: (message: object) => void messages.push(message) })
  const settled = async () => {
    // One task a message: as many turns as there can be messages.
    for (let turn = 0; turn < 50; turn += 1) await new Promise((done) => setImmediate(done))
    return messages
  }
  return { out, incoming, transport, messages, settled }
}

const consoleCall = (text: string, session = 'S1') =>
  JSON.stringify({ method: 'Runtime.consoleAPICalled', params: { type: 'error', args: [text] }, sessionId: session })

describe('the pipe to the browser', () => {
  test('sends JSON, each message ended by a NUL', async () => {
    const { out, transport } = open()
    transport.send({ id: 1, method: 'Browser.getVersion' })
    const [sent] = await once(out, 'data')
    expect(String(sent)).toBe('{"id":1,"method":"Browser.getVersion"}\0')
  })

  test('hands on the same messages however the bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ id: fc.nat(), result: fc.dictionary(fc.string(), fc.string({ unit: 'binary' })) }), {
          maxLength: 6,
        }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 30 }),
        async (wanted, cuts) => {
          const { incoming, settled } = open()
          const plain: object[] = wanted.map((message) => JSON.parse(JSON.stringify(message)))
          let rest = Buffer.from(plain.map((message) => `${JSON.stringify(message)}\0`).join(''))
          for (const cut of cuts) {
            incoming.write(rest.subarray(0, cut))
            rest = rest.subarray(cut)
          }
          incoming.write(rest)
          expect(await settled()).toEqual(plain)
        },
      ),
      { numRuns: 50 },
    )
  })

  test('turns an answer that is too long into an error for who asked, and keeps none of it', async () => {
    const { incoming, transport, settled } = open()
    transport.send({ id: 7, method: 'Page.captureScreenshot', sessionId: 'S1' })
    incoming.write('{"id":7,"result":{"data":"')
    for (let part = 0; part < 13; part += 1) incoming.write(Buffer.alloc(MB, 'A'))
    incoming.write('"},"sessionId":"S1"}\0{"method":"Target.next","params":{}}\0')
    expect(await settled()).toEqual([
      { id: 7, error: { message: TOO_LONG }, sessionId: 'S1' },
      { method: 'Target.next', params: {} },
    ])
  })

  test('drops an event that is too long, and an answer nobody asked for', async () => {
    const { incoming, settled } = open()
    for (const head of ['{"method":"Network.dataReceived","params":"', '{"id":99,"result":"']) {
      incoming.write(head)
      incoming.write(Buffer.alloc(13 * MB, 'A'))
      incoming.write('"}\0')
    }
    expect(await settled()).toEqual([])
  })

  test('hears a thousand console messages of a page, and no more', async () => {
    const { incoming, messages, settled } = open()
    for (let n = 0; n < 1_500; n += 1) incoming.write(`${consoleCall('x')}\0`)
    incoming.write(`${consoleCall('y', 'S2')}\0`)
    while ((await settled()).length < 1_001) await settled()
    expect(messages).toHaveLength(1_001)
    expect(messages.at(-1)).toMatchObject({ sessionId: 'S2' })
  })

  test('drops console messages over 64 KB', async () => {
    const { incoming, settled } = open()
    incoming.write(`${consoleCall('x'.repeat(65_536))}\0${consoleCall('short')}\0`)
    expect(await settled()).toHaveLength(1)
  })

  test('closes once when the browser ends, and sends nothing afterwards', async () => {
    const { incoming, transport } = open()
    let closed = 0
    Object.assign(transport, { onclose: () => (closed += 1) })
    incoming.destroy()
    await once(incoming, 'close')
    transport.close()
    expect(closed).toBe(1)
    expect(() => transport.send({ id: 1 })).toThrow('the browser is gone')
  })
})
