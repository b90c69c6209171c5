// Calls an outcome with a service key and nothing but fetch.
const { FAREBOX_URL = 'http://127.0.0.1:8402', FAREBOX_KEY = '' } = process.env

const response = await fetch(`${FAREBOX_URL}/api/v1/outcomes/hash-text`, {
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    Authorization: `Bearer ${FAREBOX_KEY}`,
    // The same request may be sent again with this key: it is charged once.
    'Idempotency-Key': crypto.randomUUID(),
  },
  body: JSON.stringify({ text: 'hello' }),
})
const answer = await response.json()
if (!response.ok) throw new Error(`${answer.code}: ${answer.error} ${answer.fix?.action ?? ''}`)
console.log(answer.result.hex, answer.charge)
