// An outcome as a tool of LangChain: pass it to createAgent or bindTools.
import { tool } from '@langchain/core/tools'

const { FAREBOX_URL = 'http://127.0.0.1:8402', FAREBOX_KEY = '' } = process.env

/** Makes a tool of an outcome: its description and input schema come from the service. */
async function outcomeTool(slug: string) {
  const url = `${FAREBOX_URL}/api/v1/outcomes/${slug}`
  const about = await (await fetch(url, { headers: { Accept: 'application/json' } })).json()
  return tool(
    async (input: unknown) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Service-Key': FAREBOX_KEY },
        body: JSON.stringify(input),
      })
      const answer = await response.json()
      return JSON.stringify(answer.ok ? answer.result : { error: answer.error, fix: answer.fix })
    },
    { name: slug.replaceAll('-', '_'), description: about.description, schema: about.input_schema },
  )
}

const hashText = await outcomeTool('hash-text')
console.log(await hashText.invoke({ text: 'hello' }))
