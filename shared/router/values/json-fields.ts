import type { Tool } from '../tool.ts'

const TEXTUAL = /text|markdown|csv|json-text|message|query|topic|address|url|broken|action|content/

/** Whether a field takes the value of a JSON input rather than its text. */
export const isJsonField = (tool: Tool, field: string): boolean => {
  const type = tool.takes[field] ?? 'text'
  return type.endsWith('[]') || !TEXTUAL.test(type)
}
