import { isObject, ownValue } from '#shared/engines/json/json-value.ts'

export type MessageKind = 'system' | 'user' | 'assistant' | 'tool_call' | 'tool_result' | 'other'

export type CountedMessage = {
  index: number
  role: string
  kind: MessageKind
  /** What the text, calls and pictures come to, without framing. */
  content: number
  /** Role, name and the marks around a message. */
  framing: number
  /** Types of the parts that no text stands for (pictures, sound, files). */
  media: string[]
}

/** Marks around one message in the chat format of the public models; a name costs one more. */
const MESSAGE_FRAMING = 3
const NAME_FRAMING = 1
const CALL_FRAMING = 3
/** A picture in full detail at most, and in low detail; sound and files cannot be told from the message. */
const PICTURE = 1_600
const PICTURE_LOW = 85
const SYSTEM_ROLES = new Set(['system', 'developer'])

/** Counts one chat message: OpenAI's `content` and `tool_calls`, Anthropic's parts (`text`, `tool_use`, `tool_result`, ...). */
export function countMessage(
  message: Readonly<Record<string, unknown>>,
  index: number,
  count: (text: string) => number,
): CountedMessage {
  const media: string[] = []
  const found = new Set<string>()
  const counting = { count, media, found }
  const role = textOf(ownValue(message, 'role')) || 'user'
  const name = textOf(ownValue(message, 'name'))
  const content =
    countContent(ownValue(message, 'content'), counting) +
    countCalls(ownValue(message, 'tool_calls'), counting) +
    countCalls(ownValue(message, 'function_call'), counting)
  const framing = MESSAGE_FRAMING + count(role) + (name === '' ? 0 : count(name) + NAME_FRAMING)
  return { index, role: role.slice(0, 64), kind: kindOf(role, found), content, framing, media }
}

type Counting = { count: (text: string) => number; media: string[]; found: Set<string> }

function kindOf(role: string, found: Set<string>): MessageKind {
  if (SYSTEM_ROLES.has(role)) return 'system'
  if (role === 'tool' || role === 'function' || found.has('tool_result')) return 'tool_result'
  if (found.has('tool_call')) return 'tool_call'
  return role === 'user' || role === 'assistant' ? role : 'other'
}

function countContent(content: unknown, counting: Counting): number {
  if (content === undefined || content === null) return 0
  if (typeof content === 'string') return counting.count(content)
  if (Array.isArray(content)) return content.reduce<number>((sum, part) => sum + countPart(part, counting), 0)
  return isObject(content) ? countPart(content, counting) : counting.count(JSON.stringify(content))
}

function countPart(part: unknown, counting: Counting): number {
  if (!isObject(part)) return countContent(part, counting)
  const type = textOf(ownValue(part, 'type'))
  if (type === 'tool_use') return countCalls(part, counting)
  if (type === 'tool_result') {
    counting.found.add('tool_result')
    return countContent(ownValue(part, 'content'), counting)
  }
  if (/image/.test(type)) {
    counting.media.push('image')
    const picture = ownValue(part, 'image_url')
    const detail = ownValue(part, 'detail') ?? (isObject(picture) ? ownValue(picture, 'detail') : undefined)
    return detail === 'low' ? PICTURE_LOW : PICTURE
  }
  if (/audio|video|file|document/.test(type)) {
    counting.media.push(type)
    return 0
  }
  const text = ownValue(part, 'text') ?? ownValue(part, 'thinking') ?? ownValue(part, 'refusal')
  return counting.count(typeof text === 'string' ? text : JSON.stringify(part))
}

/** Calls as `{function: {name, arguments}}`, `{name, arguments}` or `{name, input}`. */
function countCalls(calls: unknown, counting: Counting): number {
  if (Array.isArray(calls)) return calls.reduce<number>((sum, call) => sum + countCalls(call, counting), 0)
  if (!isObject(calls)) return 0
  counting.found.add('tool_call')
  const inner = ownValue(calls, 'function')
  const call = isObject(inner) ? inner : calls
  const given = ownValue(call, 'arguments') ?? ownValue(call, 'input') ?? ''
  const args = typeof given === 'string' ? given : JSON.stringify(given)
  return counting.count(textOf(ownValue(call, 'name'))) + counting.count(args) + CALL_FRAMING
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
