import { objectOr } from '#shared/engines/capability/tool-like.ts'
import { readContext } from '#shared/engines/compression/read-context.ts'

/** A message of a transcript. `voice` says who has a say: people and systems do, tools only report. */
export type Message = { index: number; voice: 'principal' | 'agent' | 'tool'; text: string }

const LABEL = /^(user|human|customer|system|developer|assistant|ai|agent|bot|tool|function|observation|result)\s?:\s?/i
const PRINCIPAL = /^(?:user|human|customer|system|developer)$/i
const TOOL = /^(?:tool|function|observation|result|tool_result|ipython)$/i

/** Messages of a transcript: a list as chat APIs have it, or a text with `User:` labels, else its paragraphs. */
export function readMessages(transcript: string | readonly unknown[]): Message[] {
  return typeof transcript === 'string' ? fromText(transcript) : transcript.flatMap(fromObject)
}

function fromObject(sent: unknown, index: number): Message[] {
  const role = objectOr(sent)['role'] ?? objectOr(sent)['author'] ?? objectOr(sent)['type']
  const { text } = readContext([sent])
  return text.trim() === ''
    ? []
    : [{ index, voice: voiceOf(typeof role === 'string' ? role : ''), text: text.trimEnd() }]
}

function fromText(text: string): Message[] {
  const messages: Message[] = []
  const lines = text.split('\n')
  if (!lines.some((line) => LABEL.test(line)))
    return text
      .split(/\n\s*\n/)
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((part, index) => ({ index, voice: 'principal', text: part }))
  for (const line of lines) {
    const label = LABEL.exec(line)
    const last = messages.at(-1)
    if (label !== null || last === undefined)
      messages.push({
        index: messages.length,
        voice: voiceOf(label?.[1] ?? 'user'),
        text: line.slice(label?.[0].length ?? 0),
      })
    else last.text += `\n${line}`
  }
  return messages.filter((message) => message.text.trim() !== '')
}

function voiceOf(role: string): Message['voice'] {
  if (PRINCIPAL.test(role)) return 'principal'
  return TOOL.test(role) ? 'tool' : 'agent'
}
