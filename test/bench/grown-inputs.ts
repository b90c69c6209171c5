/** How a large input of an outcome is made where repeating its example says nothing of real ones. */
type Grow = (bytes: number, example: Record<string, unknown>) => Record<string, unknown>

const words = 'the agent moves the order to the next step and never deletes what it has not read before'.split(' ')
const prose = (bytes: number) => {
  let text = ''
  for (let at = 0; text.length < bytes; at += 1)
    text += `${words[(at * 7) % words.length]} ${at % 13 === 12 ? `${at}. ` : ''}`
  return text.slice(0, bytes)
}
const rows = (bytes: number, row: (at: number) => unknown) => {
  const size = JSON.stringify(row(1_000)).length + 1
  return Array.from({ length: Math.ceil(bytes / size) }, (_, at) => row(at))
}
const order = (at: number) => ({
  id: at,
  name: `order ${at}`,
  price: at * 1.25,
  tags: ['new', 'paid'],
  open: at % 2 === 0,
})
const schemaOf = (bytes: number) => ({
  type: 'object',
  properties: Object.fromEntries(
    rows(bytes, (at) => [
      `field_${at}`,
      { type: 'string', description: prose(80), minLength: 1, maxLength: 200 + at },
    ]).map(
      // Safe: made right here.
      (entry) => entry as [string, unknown],
    ),
  ),
})
const tools = (bytes: number) =>
  rows(bytes, (at) => ({
    name: `tool_${at}`,
    description: `Reads record ${at}. ${prose(120)}`,
    inputSchema: {
      type: 'object',
      properties: { query: { type: 'string', description: prose(60) } },
      required: ['query'],
    },
  }))

export const GROWERS: Readonly<Record<string, Grow>> = {
  'json-repair': (bytes) => ({
    text: `Here it is: ${JSON.stringify(rows(bytes, order)).replaceAll('"', "'").replace(/]$/, ',')}`,
  }),
  'json-schema-validate': (bytes) => ({
    schema: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'name'],
        properties: { id: { type: 'integer' }, name: { type: 'string', minLength: 1 } },
      },
    },
    data: rows(bytes, order),
  }),
  'mcp-tool-settle-gate': (bytes) => ({
    price_cents: 2,
    prepaid_balance_cents: 10,
    tool_schema: { type: 'object', properties: { orders: { type: 'array', items: { type: 'object' } } } },
    arguments: { orders: rows(bytes, order) },
  }),
  'readback-receipt': (bytes) => ({
    intended: rows(bytes / 2, order),
    observed: rows(bytes / 2, (at) => ({ ...order(at), open: at % 3 === 0 })),
  }),
  'json-schema-diff': (bytes) => ({
    old_schema: schemaOf(bytes / 2),
    new_schema: { ...schemaOf(bytes / 2), required: ['field_1'] },
  }),
  'csv-clean': (bytes) => ({
    csv: `id,name,price,date\n${rows(bytes, (at) => at)
      .map((at) => `${String(at)},"name ${String(at)}",1.${String(at)},2026-01-0${(Number(at) % 9) + 1}`)
      .join('\n')}`.slice(0, bytes),
  }),
  'regex-test': (bytes) => ({ pattern: String.raw`(\w+) (\w+)\.`, text: prose(bytes) }),
  'email-json': (bytes, example) => ({
    ...example,
    message: `From: a@example.com\r\nTo: b@example.com\r\nSubject: Long\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${prose(bytes)}`,
  }),
  'drift-guard': (bytes) => ({ baseline: rows(bytes / 2, (at) => at % 97), current: rows(bytes / 2, (at) => at % 89) }),
  'identity-drift-check': (bytes) => ({
    baseline: { agent_id: 'a', system_prompt: prose(bytes / 3), samples: rows(bytes / 6, () => prose(300)) },
    current: {
      agent_id: 'a',
      system_prompt: prose(bytes / 3).replaceAll('never', 'always'),
      samples: rows(bytes / 6, () => prose(280)),
    },
  }),
  'handoff-digest': (bytes) => ({
    transcript: rows(bytes, (at) => ({
      role: at % 2 === 0 ? 'user' : 'assistant',
      content: `${prose(280)} You must not touch table ${at}. Next step: test part ${at}.`,
    })),
    max_tokens: 8_000,
  }),
  'context-compression-audit': (bytes) => ({ original: prose(bytes * 0.7), compressed: prose(bytes * 0.3) }),
  'trace-provenance-check': (bytes) => ({
    spans: rows(bytes, (at) => ({
      trace_id: 't',
      span_id: `s${at}`,
      ...(at === 0 ? {} : { parent_span_id: `s${at - 1}` }),
      name: 'x',
      kind: at % 2 === 0 ? 'llm' : 'tool',
      start: at,
      end: at + 10,
      input_digest: `d${at}`,
      output_digest: `d${at + 1}`,
    })),
    require: { max_clock_skew_ms: 1e6 },
  }),
  'contract-pin-guard': (bytes) => ({
    contract: { tools: tools(bytes / 2) },
    pinned_contract: { tools: tools(bytes / 2).slice(1) },
  }),
  'mcp-server-audit': (bytes) => ({ tools: tools(bytes) }),
  'mcp-catalog-token-tax': (bytes) => ({ tools: tools(bytes) }),
  'agent-tool-permission-review': (bytes, example) => ({ ...example, tools: tools(bytes) }),
  'prompt-injection-scan': (bytes) => ({ text: prose(bytes) }),
  'memory-exfil-guard': (bytes, example) => ({ ...example, content: prose(bytes) }),
  'destructive-action-guard': (bytes) => ({
    action: rows(Math.min(bytes, 19_000), (at) => at)
      .map((at) => `cp /tmp/a${String(at)} /tmp/b${String(at)} && rm /tmp/a${String(at)}`)
      .join('\n')
      .slice(0, 19_900),
  }),
  'openapi-x402-operation-map': (bytes) => ({
    spec: {
      openapi: '3.1.0',
      info: { title: 'Large', version: '1' },
      servers: [{ url: 'https://api.example' }],
      paths: Object.fromEntries(
        // Safe: made right here.
        rows(bytes, (at) => [
          `/things/${at}`,
          { get: { operationId: `get${at}`, summary: prose(60), responses: { 200: { description: 'ok' } } } },
        ]).map((entry) => entry as [string, unknown]),
      ),
    },
  }),
}
