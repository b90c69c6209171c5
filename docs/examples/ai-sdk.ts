// Outcomes as tools of the Vercel AI SDK: pass `tools` to generateText or streamText.
import { jsonSchema, tool, type ToolSet } from 'ai'

const { FAREBOX_URL = 'http://127.0.0.1:8402', FAREBOX_KEY = '' } = process.env

/** Makes a tool of each outcome: its description and input schema come from the service. */
async function outcomeTools(slugs: readonly string[]): Promise<ToolSet> {
  const tools: ToolSet = {}
  for (const slug of slugs) {
    const url = `${FAREBOX_URL}/api/v1/outcomes/${slug}`
    const about = await (await fetch(url, { headers: { Accept: 'application/json' } })).json()
    tools[slug.replaceAll('-', '_')] = tool({
      description: about.description,
      inputSchema: jsonSchema(about.input_schema),
      async execute(input: unknown) {
        const response = await fetch(url, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'X-Service-Key': FAREBOX_KEY },
          body: JSON.stringify(input),
        })
        const answer = await response.json()
        // A refusal goes to the model, which can do what `fix` says.
        return answer.ok ? answer.result : { error: answer.error, fix: answer.fix }
      },
    })
  }
  return tools
}

const tools = await outcomeTools(['hash-text', 'json-repair'])
console.log(await tools['hash_text']?.execute?.({ text: 'hello' }, { toolCallId: '1', messages: [], context: {} }))
